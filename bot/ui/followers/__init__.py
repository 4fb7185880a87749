"""The messages that follow a change by themselves: boards, direct messages, pings, threads."""

"""What follows from a change by itself: boards, direct messages, pings, threads."""

"""Servers of the usual size, with the fields that Discord sends of them."""

import random

from tests.wire.things import ALL_PERMISSIONS, EPOCH, GUILD, TEXT, Json, guild, member, thread, user

DIFFERENT = 20
"""The servers that differ in more than their ids."""
VOICE, CATEGORY, NEWS, FORUM = 2, 4, 5, 15
KINDS = [CATEGORY] * 7 + [TEXT] * 32 + [VOICE] * 8 + [NEWS] * 2 + [FORUM]
"""The channels of a server of the usual size, which are 50."""
ROLES, EMOJIS, STICKERS, THREADS, TALKING = 25, 50, 5, 8, 4
OVERWRITES = 3
"""The roles that a channel allows or denies something."""
FEATURES = [
    *("COMMUNITY", "NEWS", "AUTO_MODERATION", "INVITE_SPLASH", "ANIMATED_ICON", "SOUNDBOARD"),
    *("MEMBER_VERIFICATION_GATE_ENABLED", "PREVIEW_ENABLED", "GUILD_ONBOARDING"),
]


def others(count: int) -> list[Json]:
    """Return a number of servers, of which most differ in their ids alone."""
    made = [another(number) for number in range(min(count, DIFFERENT))]
    return [made[n % len(made)] | {"id": str(_id(n)), "name": f"Server {n}"} for n in range(count)]


def _id(number: int) -> int:
    return GUILD + (number + 1) * (1 << 24)


def another(number: int) -> Json:
    """Return a server of the usual size: 56 KiB of JSON, with 50 channels and 25 roles."""
    base, rng = _id(number), random.Random(number)
    ids = iter(range(base + 1, base + 1 + (1 << 20)))
    roles = [_role(base if n == 0 else next(ids), n, rng) for n in range(ROLES + 1)]
    channels = [_channel(next(ids), kind, n, roles, rng) for n, kind in enumerate(KINDS)]
    parents = [int(channel["id"]) for channel in channels if channel["type"] in (TEXT, FORUM)]
    talking = [member(user(next(ids), f"Person {n}")) for n in range(TALKING)]
    room = next(channel["id"] for channel in channels if channel["type"] == VOICE)
    states = [_talk(talker["user"]["id"], room) for talker in talking]
    emoji: Json = {"require_colons": True, "managed": False, "available": True, "animated": False}
    sticker: Json = {"type": 2, "format_type": 1, "available": True, "tags": "game"}
    sticker |= {"guild_id": str(base), "description": "A sticker of this server."}
    about = guild(channels)
    lists: Json = {
        "roles": roles,
        "members": about["members"] + talking,
        "voice_states": states,
        "threads": [
            thread(next(ids), rng.choice(parents), f"Talk {n}")
            | {"guild_id": str(base), "owner_id": str(next(ids)), "last_message_id": str(next(ids))}
            for n in range(THREADS)
        ],
        "emojis": [
            emoji | {"id": str(next(ids)), "name": f"emoji_{n}", "roles": []} for n in range(EMOJIS)
        ],
        "stickers": [
            sticker | {"id": str(next(ids)), "name": f"Sticker {n}"} for n in range(STICKERS)
        ],
        "features": FEATURES,
    }
    lists |= {name: [] for name in ("presences", "stage_instances", "guild_scheduled_events")}
    looks = {name: _hash(rng) for name in ("icon", "banner", "splash", "discovery_splash")}
    places = {
        f"{name}_channel_id": str(rng.choice(parents))
        for name in ("system", "rules", "public_updates", "safety_alerts", "widget")
    }
    return about | lists | looks | places | SETTINGS | {"id": str(base), "name": f"Server {number}"}


SETTINGS: Json = {
    "description": "People who play board games together, and talk about them.",
    "joined_at": EPOCH,
    "large": True,
    "member_count": 800,
    "verification_level": 2,
    "default_message_notifications": 1,
    "explicit_content_filter": 2,
    "mfa_level": 1,
    "nsfw_level": 0,
    "afk_timeout": 300,
    "afk_channel_id": None,
    "premium_tier": 1,
    "premium_subscription_count": 5,
    "premium_progress_bar_enabled": True,
    "system_channel_flags": 0,
    "vanity_url_code": None,
    "widget_enabled": False,
    "max_members": 500_000,
    "max_video_channel_users": 25,
    "max_stage_video_channel_users": 50,
}
"""What else there is to a server."""


def _hash(rng: random.Random) -> str:
    return f"{rng.getrandbits(128):032x}"


def _role(id_: int, number: int, rng: random.Random) -> Json:
    look: Json = {"color": rng.getrandbits(24), "hoist": number < 8, "mentionable": False}
    look["colors"] = {"primary_color": look["color"], "secondary_color": None}
    look |= {"icon": None, "unicode_emoji": None, "flags": 0, "position": number}
    about: Json = {"id": str(id_), "name": f"Role {number}", "managed": False}
    return about | look | {"permissions": str(rng.getrandbits(49)), "tags": {}}


def _channel(id_: int, kind: int, number: int, roles: list[Json], rng: random.Random) -> Json:
    chosen = [roles[0], *rng.sample(roles[1:], OVERWRITES - 1)]
    overwrites = [
        {"id": role["id"], "type": 0, "allow": str(rng.getrandbits(49)), "deny": ALL_PERMISSIONS}
        for role in chosen
    ]
    about: Json = {"id": str(id_), "type": kind, "name": f"channel-{number}", "position": number}
    about |= {"permission_overwrites": overwrites, "flags": 0, "version": rng.getrandbits(40)}
    if kind == CATEGORY:
        return about
    about |= {"parent_id": str(id_ - number), "nsfw": False, "rate_limit_per_user": 0}
    about |= {"last_message_id": str(rng.getrandbits(62)), "icon_emoji": {"id": None, "name": "🎲"}}
    if kind == VOICE:
        return about | {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "status": None}
    about |= {"topic": "What is talked about in this channel, and what is better said elsewhere."}
    about |= {"last_pin_timestamp": EPOCH, "default_auto_archive_duration": 1440}
    if kind == FORUM:
        tag: Json = {"moderated": False, "emoji_id": None, "emoji_name": "🎲"}
        tags = [tag | {"id": str(rng.getrandbits(62)), "name": f"Tag {n}"} for n in range(6)]
        about |= {"available_tags": tags, "default_sort_order": None, "default_forum_layout": 0}
    return about


def _talk(who: str, room: str) -> Json:
    about: Json = {"user_id": who, "channel_id": room, "session_id": "0" * 32, "suppress": False}
    flags = ("deaf", "mute", "self_deaf", "self_mute", "self_video", "self_stream")
    return about | dict.fromkeys(flags, False) | {"request_to_speak_timestamp": None}

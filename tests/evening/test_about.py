"""What `/about` tells of the bot that runs here."""

import pytest

from bot.version import version

from .conftest import IN_BOTH, Evening, Settings, said

PAGE = "https://example.org/privacy"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Return settings of a host who says how to reach them."""
    return settings.model_copy(update={"contact": "ada@example.org", "privacy_url": PAGE})


@pytest.mark.slow
async def test_about_tells_version_time_contact_and_privacy(evening: Evening) -> None:
    answer = await evening.mara.slash(evening.channel, "about")
    assert answer.ephemeral
    started = evening.client.started_ms // 1000
    assert said(answer).splitlines() == [
        f"**Tetrarch** {version()}",
        f"Running since <t:{started}:R>.",
        "Free software under the MIT licence.",
        evening.words("about.strangers"),
        "Questions and complaints: ada@example.org",
        f"What happens to your data: <{PAGE}>",
    ]
    assert PAGE in said(await evening.users["Mara"].slash("about")), "in direct messages too"


@IN_BOTH
async def test_about_says_whom_to_ask_where_the_host_has_named_nobody(evening: Evening) -> None:
    evening.settings = evening.settings.model_copy(update={"contact": "", "privacy_url": ""})
    await evening.restart()
    told = said(await evening.mara.slash(evening.channel, "about"))
    assert evening.words("about.no_contact") in told
    assert "http" not in told


@pytest.mark.parametrize("address", ["javascript:alert(1)", "example.org", "https://a b"])
def test_the_page_about_data_is_an_address_of_the_web(address: str) -> None:
    with pytest.raises(ValueError, match="privacy_url"):
        Settings(privacy_url=address)

# Two stages: the first installs into a virtual environment, the second carries only that.
FROM python:3.13-slim AS build
WORKDIR /src
# Nothing is installed but wheels with these hashes.
COPY wheels.txt ./
RUN python -m venv /opt/tetrarch \
    && /opt/tetrarch/bin/pip download --no-cache-dir --no-deps --only-binary :all: --require-hashes --requirement wheels.txt --dest /wheels
# Optional extras, with commas between them: docker build --build-arg EXTRAS=postgres,sentry
ARG EXTRAS=
COPY pyproject.toml README.md CHANGELOG.md LICENSE ./
COPY games games
COPY players players
COPY render render
COPY bot bot
RUN /opt/tetrarch/bin/pip install --no-cache-dir --no-index --find-links /wheels ".${EXTRAS:+[$EXTRAS]}"

FROM python:3.13-slim
# Any other user will do (docker run --user): nothing but /data is written, and a new volume is open to all.
RUN useradd --system --create-home --home-dir /home/tetrarch tetrarch \
    && install -d -m 1777 -o tetrarch /data
COPY --from=build /opt/tetrarch /opt/tetrarch
USER tetrarch
WORKDIR /home/tetrarch
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/tetrarch.sqlite PICTURE_CACHE_DIR=/data/pictures HEALTH=127.0.0.1:9107 \
    PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# `tetrarch health`, with less to load.
HEALTHCHECK --interval=60s --timeout=15s --start-period=120s --retries=3 \
    CMD ["/opt/tetrarch/bin/python", "-m", "bot.host.health"]
# The bot brings the database up to date itself before it connects.
ENTRYPOINT ["/opt/tetrarch/bin/tetrarch"]

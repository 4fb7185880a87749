# Two stages: the first installs into a virtual environment, the second carries only that.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY games games
COPY players players
COPY render render
COPY bot bot
RUN python -m venv /opt/tetrarch \
    && /opt/tetrarch/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /home/tetrarch tetrarch \
    && mkdir /data && chown tetrarch /data
COPY --from=build /opt/tetrarch /opt/tetrarch
USER tetrarch
WORKDIR /home/tetrarch
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/tetrarch.sqlite PICTURE_CACHE_DIR=/data/pictures PYTHONUNBUFFERED=1
# The bot brings the database up to date itself before it connects.
ENTRYPOINT ["/opt/tetrarch/bin/tetrarch"]

# The image of the site: README.md, “In containers”. Built pages, no compiler, no root.
#
#   docker build -t limelight .
#   docker run -p 3000:3000 -v limelight:/data limelight
#
# Both bases must be the same Debian. The site's needs no Node: it comes from npm, in the locked version.
ARG BUILD_BASE=docker.io/library/node:24-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILD_BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY programs/node programs/node
COPY scripts/after-install.mjs scripts/install.mjs scripts/npm.mjs scripts/paths.mjs scripts/programs.mjs scripts/say.mjs scripts/
RUN --mount=type=cache,target=/root/.npm node -e "import('./scripts/install.mjs').then((m) => m.ensureInstalled())" \
  && npm ci --prefix programs/node --no-audit --no-fund

FROM packages AS pages
# Compiled into the pages. Changing one takes a new image.
ARG NEXT_PUBLIC_API_ENDPOINT=
ARG NEXT_PUBLIC_SENTRY_DSN=
ARG SENTRY_ORG=
ARG SENTRY_PROJECT=
ARG SENTRY_URL=
COPY . .
RUN --mount=type=secret,id=sentry-token \
  SENTRY_AUTH_TOKEN="$(cat /run/secrets/sentry-token 2>/dev/null || true)" node scripts/build.mjs
# What only building and testing need. The stamp of the installation stays, so that a start installs nothing.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf .next/cache node_modules/@next/swc-* \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && rm -rf programs/node/node_modules/node-linux-*/include \
  && ln -s programs/node/node_modules/node-linux-*/bin/node node

FROM ${BASE} AS site
# Without ffmpeg (FFMPEG=0), videos are served as uploaded, and streams have no recordings: half the size.
ARG FFMPEG=1
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates $(test "${FFMPEG}" = 0 || echo ffmpeg) \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin limelight \
  && install -d -o limelight -g limelight -m 0700 /data \
  && ln -s /app/node /usr/local/bin/node
WORKDIR /app
COPY --from=pages /app /app
ARG NEXT_PUBLIC_API_ENDPOINT=
ARG NEXT_PUBLIC_SENTRY_DSN=
ENV NEXT_PUBLIC_API_ENDPOINT=${NEXT_PUBLIC_API_ENDPOINT} \
  NEXT_PUBLIC_SENTRY_DSN=${NEXT_PUBLIC_SENTRY_DSN} \
  NODE_COMPILE_CACHE=/data/.cache/node \
  DATA_DIR=/data \
  PORT=3000
# The program belongs to root: the site can change nothing but its data.
USER limelight
VOLUME /data
EXPOSE 3000/tcp 40000-40099/udp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--built"]

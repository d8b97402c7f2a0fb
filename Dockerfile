# The image of the service: Node, the shared libraries that it asks for, and the service; no shell, no package manager, no compiler.
#   docker build -t psd2-bank .                                      for a PostgreSQL of yours
#   docker build -t psd2-bank:embedded --target embedded .           with one of its own, for a sandbox
# docs/operations.md, "In a container", says how it is run. Debian, not Alpine: the embedded PostgreSQL is built for glibc.
ARG NODE_IMAGE=node:26-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/embedded-postgres/package.json ./packages/embedded-postgres/
COPY packages/toolkit/package.json ./packages/toolkit/
# `npm ci` calls them; without the sources beside them they do nothing.
COPY scripts/build-service.mjs scripts/build-console.mjs scripts/build-types.mjs ./scripts/
RUN npm ci
COPY . .
RUN npm run build && node scripts/materials.mjs && npm prune --omit=dev --ignore-scripts
RUN ops/container/lay-image.sh /app /image

# What both have. Everything belongs to root and is read alone; /data is for the sandbox's keys and the embedded database.
FROM scratch AS base
COPY --from=build /image/system /
COPY --from=build /image/app /
COPY --from=build --chown=1000:1000 /image/data /
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# By number, so that Kubernetes sees that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1, so that it gets the signals. The migration command: node dist/migrate.js
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "--heap-growing-percent=50", "dist/main.js"]

FROM base AS embedded
COPY --from=build /image/embedded /

FROM base AS service

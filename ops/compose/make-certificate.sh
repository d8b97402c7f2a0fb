#!/bin/sh
# Makes a certificate for https://localhost at the first start, and again a month before it expires. Usage:
# make-certificate.sh FOLDER
set -eu
cd "$1"
if ! openssl x509 -checkend 2592000 -noout -in bank.pem 2>/dev/null; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout bank.key -out bank.pem
  # nginx runs as another user.
  chmod a+r bank.key
fi

#!/bin/sh
# Makes the passwords of the database at the first start. Each of the folders is a volume that only the containers in need of it mount.
# Usage: make-passwords.sh FOLDER, with the folders database, owner and service inside.
set -eu
cd "$1"
# The last file: a start that was interrupted makes all of them again.
[ -e service/database.env ] && exit 0
new_password() { openssl rand -hex 24; }
owner=$(new_password)
service=$(new_password)
new_password > database/superuser
printf '%s' "$owner" > database/owner
printf '%s' "$service" > database/service
# The containers that mount a folder run as other users.
chmod a+r database/*
printf 'DATABASE_URL=postgres://psd2_owner:%s@database:5432/psd2\n' "$owner" > owner/database.env
chmod a+r owner/database.env
printf 'DATABASE_URL=postgres://psd2_service:%s@database:5432/psd2\n' "$service" > service/new.env
chmod a+r service/new.env
mv service/new.env service/database.env

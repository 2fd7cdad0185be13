#!/bin/bash
# Every document the commands write or read has a section in share/doc/formats.md: check_schemas.sh SOURCE-TREE
set -euo pipefail
cd "$1"
missing=0
for schema in $(grep -rhoE 'tessera\.[a-z-]+/[0-9]+' libcore cli gui --include='*.cpp' --include='*.hpp' | sort -u); do
    grep -q "^## .*\`$schema\`" share/doc/formats.md && continue
    echo "share/doc/formats.md has no section on $schema"
    missing=1
done
exit $missing

"""Signs a request for the bank and prints its headers, one a line. Needs Python 3.9 and: pip install cryptography

python3 sign_request.py CERTIFICATE.pem KEY.pem BODY_FILE|- ['Name: value' ...]
"""
import base64, hashlib, sys, uuid
from email.utils import formatdate
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

SIGNED = ["date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"]


def sign(certificate_pem: bytes, key_pem: bytes, headers: dict, body) -> dict:
    """The given headers, by names in small letters, and those that signing adds."""
    certificate = x509.load_pem_x509_certificate(certificate_pem)
    key = serialization.load_pem_private_key(key_pem, password=None)
    headers = {"date": formatdate(usegmt=True), "x-request-id": str(uuid.uuid4()), **headers}
    if body is not None:
        headers.setdefault("content-type", "application/json")
        headers["digest"] = "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()
    names = [name for name in SIGNED if name in headers]
    signing_string = "\n".join(f"{name}: {headers[name]}" for name in names)
    signature = key.sign(signing_string.encode(), padding.PKCS1v15(), hashes.SHA256())
    key_id = f"SN={certificate.serial_number:X},CA={certificate.issuer.rfc4514_string()}"
    headers["signature"] = (
        f'keyId="{key_id}",algorithm="rsa-sha256",headers="{" ".join(names)}",'
        f'signature="{base64.b64encode(signature).decode()}"'
    )
    der = certificate.public_bytes(serialization.Encoding.DER)
    headers["tpp-signature-certificate"] = base64.b64encode(der).decode()
    return headers


if __name__ == "__main__":
    certificate_file, key_file, body_file, *lines = sys.argv[1:]
    given = {name.strip().lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
    body = None if body_file == "-" else Path(body_file).read_bytes()
    signed = sign(Path(certificate_file).read_bytes(), Path(key_file).read_bytes(), given, body)
    for name, value in signed.items():
        print(f"{name}: {value}")

"""From pytest, by the command alone: the bank is a process of the session, and its toolkit signs."""
import json
import os
import re
import subprocess
import tempfile

import pytest

PATH = "/v1/payments/instant-norwegian-domestic-credit-transfers-straks"
PROGRAM = os.environ.get("PSD2_BANK", "npx psd2-bank").split()


@pytest.fixture(scope="session")
def bank():
    """Where the bank is and where its keys lie."""
    folder = tempfile.mkdtemp(prefix="psd2-bank-")
    os.chmod(folder, 0o755)
    command = [*PROGRAM, "start", "--for-a-test", folder]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        found = re.search(r"ready at (\S+)", line)
        if found:
            yield found.group(1), folder
            break
    process.stdin.close()
    process.wait(timeout=30)


def tpp(bank, *words):
    """An answer to a command of the toolkit, as JSON."""
    url, folder = bank
    command = [*PROGRAM, "tpp", *words, "--url", url, "--data-dir", folder, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def test_a_payment_is_made(bank):
    made = tpp(bank, "pay", "--text", "From pytest")
    assert made["status"] == 201
    status = tpp(bank, "send", "GET", f"{PATH}/{made['body']['paymentId']}/status")
    assert status["body"]["transactionStatus"] == "RCVD"

/** Reports as a core writes them, and how they are read. */
import { messages, orderId } from './messages.ts';

export const namespaces = {
  payment: 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
  cancellation: 'urn:iso:std:iso:20022:tech:xsd:camt.029.001.09',
};
export const read = (xml: string) => messages.readReport(Buffer.from(xml));
export const reported = (xml: string) => {
  const found = read(xml);
  if ('unreadable' in found) throw new Error(`${found.unreadable}: ${found.detail}`);
  return found.report;
};

const header = '<GrpHdr><MsgId>M1</MsgId><CreDtTm>2030-01-02T03:04:05+01:00</CreDtTm></GrpHdr>';
export const original = `<OrgnlMsgId>${orderId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>`;
export const payment = (inside: string, open = `<Document xmlns="${namespaces.payment}">`) =>
  `<?xml version="1.0" encoding="UTF-8"?>${open}<CstmrPmtStsRpt>${header}${inside}</CstmrPmtStsRpt></Document>`;
export const group = (inside = '') => `<OrgnlGrpInfAndSts>${original}${inside}</OrgnlGrpInfAndSts>`;
export const cancellation = (inside: string) =>
  `<Document xmlns="${namespaces.cancellation}"><RsltnOfInvstgtn><Assgnmt><Id>M2</Id><Assgnr/><Assgne/><CreDtTm>2030-01-02T03:04:05</CreDtTm></Assgnmt>${inside}</RsltnOfInvstgtn></Document>`;

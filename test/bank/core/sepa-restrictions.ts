/**
 * EPC restrictions of a SEPA credit transfer in pain.001 (EPC132-08, 2025), for the elements that this service uses:
 * how often each may occur, and its text. Other elements are not allowed.
 */
import type { ParsedElement } from '../../../src/bank/core/iso20022/xml.ts';

type Text = (text: string) => boolean;
/** How often, then its text; without a text it has child elements. */
type Restriction = readonly ['1' | '0..1' | '1..n', Text?];

const upTo =
  (most: number): Text =>
  (text) => {
    const { length } = Array.from(text);
    return length >= 1 && length <= most;
  };
const only =
  (...values: readonly string[]): Text =>
  (text) =>
    values.includes(text);
const like =
  (pattern: RegExp): Text =>
  (text) =>
    pattern.test(text);
const money = (text: string) => /^\d+(\.\d{1,2})?$/.test(text);
/** Identifiers: the Latin characters of SEPA, at most 35, no slash at either end and no two in a row. */
const id: Text = (text) => /^[A-Za-z0-9/?:().,'+ -]{1,35}$/.test(text) && !/^\/|\/$|\/\//.test(text);
const bic = like(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
const iban = like(/^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/);

const transfer = 'PmtInf/CdtTrfTxInf';
const restrictions: Readonly<Record<string, Restriction>> = {
  GrpHdr: ['1'],
  'GrpHdr/MsgId': ['1', id],
  'GrpHdr/CreDtTm': ['1', like(/^\d{4}-\d\d-\d\dT/)],
  'GrpHdr/NbOfTxs': ['1', like(/^\d{1,15}$/)],
  'GrpHdr/CtrlSum': ['1', money],
  'GrpHdr/InitgPty': ['1'],
  'GrpHdr/InitgPty/Nm': ['0..1', upTo(70)],
  'GrpHdr/InitgPty/Id': ['0..1'],
  'GrpHdr/InitgPty/Id/OrgId': ['1'],
  'GrpHdr/InitgPty/Id/OrgId/Othr': ['1'],
  'GrpHdr/InitgPty/Id/OrgId/Othr/Id': ['1', id],
  'GrpHdr/InitgPty/Id/OrgId/Othr/SchmeNm': ['0..1'],
  'GrpHdr/InitgPty/Id/OrgId/Othr/SchmeNm/Cd': ['1', upTo(4)],
  PmtInf: ['1..n'],
  'PmtInf/PmtInfId': ['1', id],
  'PmtInf/PmtMtd': ['1', only('TRF')],
  'PmtInf/BtchBookg': ['0..1', only('true', 'false')],
  'PmtInf/NbOfTxs': ['1', like(/^\d{1,15}$/)],
  'PmtInf/CtrlSum': ['1', money],
  'PmtInf/PmtTpInf': ['1'],
  'PmtInf/PmtTpInf/SvcLvl': ['1'],
  'PmtInf/PmtTpInf/SvcLvl/Cd': ['1', only('SEPA')],
  'PmtInf/ReqdExctnDt': ['1'],
  'PmtInf/ReqdExctnDt/Dt': ['1', like(/^\d{4}-\d\d-\d\d$/)],
  'PmtInf/Dbtr': ['1'],
  'PmtInf/Dbtr/Nm': ['1', upTo(70)],
  'PmtInf/DbtrAcct': ['1'],
  'PmtInf/DbtrAcct/Id': ['1'],
  'PmtInf/DbtrAcct/Id/IBAN': ['1', iban],
  'PmtInf/DbtrAcct/Ccy': ['0..1', like(/^[A-Z]{3}$/)],
  'PmtInf/DbtrAgt': ['1'],
  'PmtInf/DbtrAgt/FinInstnId': ['1'],
  'PmtInf/DbtrAgt/FinInstnId/BICFI': ['0..1', bic],
  'PmtInf/DbtrAgt/FinInstnId/Othr': ['0..1'],
  'PmtInf/DbtrAgt/FinInstnId/Othr/Id': ['1', only('NOTPROVIDED')],
  'PmtInf/ChrgBr': ['0..1', only('SLEV')],
  [transfer]: ['1..n'],
  [`${transfer}/PmtId`]: ['1'],
  [`${transfer}/PmtId/InstrId`]: ['0..1', id],
  [`${transfer}/PmtId/EndToEndId`]: ['1', id],
  [`${transfer}/Amt`]: ['1'],
  [`${transfer}/Amt/InstdAmt`]: [
    '1',
    (text) => money(text) && Number(text) >= 0.01 && Number(text) <= 999_999_999.99,
  ],
  [`${transfer}/UltmtDbtr`]: ['0..1'],
  [`${transfer}/UltmtDbtr/Nm`]: ['0..1', upTo(70)],
  [`${transfer}/CdtrAgt`]: ['0..1'],
  [`${transfer}/CdtrAgt/FinInstnId`]: ['1'],
  [`${transfer}/CdtrAgt/FinInstnId/BICFI`]: ['1', bic],
  [`${transfer}/Cdtr`]: ['1'],
  [`${transfer}/Cdtr/Nm`]: ['1', upTo(70)],
  // A structured address: town and country are mandatory.
  [`${transfer}/Cdtr/PstlAdr`]: ['0..1'],
  [`${transfer}/Cdtr/PstlAdr/StrtNm`]: ['0..1', upTo(70)],
  [`${transfer}/Cdtr/PstlAdr/BldgNb`]: ['0..1', upTo(16)],
  [`${transfer}/Cdtr/PstlAdr/PstCd`]: ['0..1', upTo(16)],
  [`${transfer}/Cdtr/PstlAdr/TwnNm`]: ['1', upTo(35)],
  [`${transfer}/Cdtr/PstlAdr/Ctry`]: ['1', like(/^[A-Z]{2}$/)],
  [`${transfer}/CdtrAcct`]: ['1'],
  [`${transfer}/CdtrAcct/Id`]: ['1'],
  [`${transfer}/CdtrAcct/Id/IBAN`]: ['1', iban],
  [`${transfer}/Purp`]: ['0..1'],
  [`${transfer}/Purp/Cd`]: ['1', upTo(4)],
  [`${transfer}/RmtInf`]: ['0..1'],
  [`${transfer}/RmtInf/Ustrd`]: ['0..1', upTo(140)],
  [`${transfer}/RmtInf/Strd`]: ['0..1'],
  [`${transfer}/RmtInf/Strd/CdtrRefInf`]: ['1'],
  [`${transfer}/RmtInf/Strd/CdtrRefInf/Tp`]: ['1'],
  [`${transfer}/RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry`]: ['1'],
  [`${transfer}/RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd`]: ['1', only('SCOR')],
  [`${transfer}/RmtInf/Strd/CdtrRefInf/Tp/Issr`]: ['0..1', upTo(35)],
  [`${transfer}/RmtInf/Strd/CdtrRefInf/Ref`]: ['1', id],
};

/** Elements against the EPC restrictions, by their path below `CstmrCdtTrfInitn`. */
export const violations = (message: ParsedElement): readonly string[] => below(message, '');

function below(element: ParsedElement, path: string): readonly string[] {
  const prefix = path === '' ? '' : `${path}/`;
  const names = new Set([...element.children.map(({ name }) => name), ...childrenOf(prefix)]);
  return [...names].flatMap((name) => {
    const at = `${prefix}${name}`;
    const children = element.children.filter((child) => child.name === name);
    const restriction = restrictions[at];
    if (restriction === undefined) return [`${at} is not allowed`];
    const [often, text] = restriction;
    if (children.length === 0) return often === '0..1' ? [] : [`${at} is missing`];
    if (children.length > 1 && often !== '1..n') return [`${at} stands ${children.length} times`];
    return children.flatMap((child) => {
      if (text === undefined) return below(child, at);
      const isEuro = (child.attributes.Ccy ?? 'EUR') === 'EUR';
      return isEuro && child.children.length === 0 && text(child.text) ? [] : [`${at} is not allowed so`];
    });
  });
}

const childrenOf = (prefix: string): readonly string[] =>
  Object.keys(restrictions)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((name) => !name.includes('/'));

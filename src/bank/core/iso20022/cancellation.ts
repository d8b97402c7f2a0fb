/** Writes camt.055.001.08: the request to cancel a whole order. */
import { transfersOf } from '../../../domain/payments/instruction.ts';
import { creditTransferMessage, paymentInformationIdOf } from './credit-transfer.ts';
import { type Element, element, leaf } from './element.ts';
import type { CancellationOrder } from './messages.ts';
import { agentElement, initiatingPartyElements, unrestrictedParty } from './party.ts';
import type { Profile } from './profile.ts';

export const cancellationMessage = 'camt.055.001.08';

export function cancellationDocument(order: CancellationOrder, { bankBic }: Profile): Element {
  const { orderId, createdAt, initiatingParty, orderToCancel } = order;
  const requesterElement = (name: string) =>
    element(name, [element('Pty', initiatingPartyElements(initiatingParty, unrestrictedParty))]);
  return element('Document', [
    element('CstmrPmtCxlReq', [
      element('Assgnmt', [
        leaf('Id', orderId),
        requesterElement('Assgnr'),
        element('Assgne', [agentElement('Agt', bankBic)]),
        leaf('CreDtTm', new Date(createdAt).toISOString()),
      ]),
      element('Case', [leaf('Id', orderId), requesterElement('Cretr')]),
      element('CtrlData', [leaf('NbOfTxs', String(transfersOf(orderToCancel.instruction).length))]),
      element('Undrlyg', [elementOfOrder(orderId, orderToCancel)]),
    ]),
  ]);
}

function elementOfOrder(cancellationId: string, orderToCancel: CancellationOrder['orderToCancel']): Element {
  return element('OrgnlPmtInfAndCxl', [
    leaf('PmtCxlId', cancellationId),
    leaf('OrgnlPmtInfId', paymentInformationIdOf(orderToCancel)),
    element('OrgnlGrpInf', [
      leaf('OrgnlMsgId', orderToCancel.orderId),
      leaf('OrgnlMsgNmId', creditTransferMessage),
      leaf('OrgnlCreDtTm', new Date(orderToCancel.createdAt).toISOString()),
    ]),
    leaf('NbOfTxs', String(transfersOf(orderToCancel.instruction).length)),
    leaf('PmtInfCxl', 'true'),
    element('CxlRsnInf', [element('Rsn', [leaf('Cd', 'CUST')])]),
  ]);
}

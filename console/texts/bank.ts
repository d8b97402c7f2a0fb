/** Translates texts of the API, which is in English; `#` replaces a number, or a currency at the end. */
const norwegian: Readonly<Record<string, string>> = {
  'is required': 'må fylles ut',
  'must be a number such as #.#, without sign, exponent, spaces, thousands separators or leading zeros':
    'må være et tall som #.#, uten fortegn, eksponent, mellomrom, tusenskille og nuller foran',
  'must be # to # letters or digits': 'må være # til # bokstaver eller sifre',
  'must have # to # characters': 'må ha # til # tegn',
  'must contain only letters and digits': 'kan bare inneholde bokstaver og sifre',
  'must be greater than zero': 'må være større enn null',
  'must have exactly # decimals in #': 'må ha nøyaktig # desimaler i #',
  'must have no decimals in #': 'kan ikke ha desimaler i #',
  'must be a day of the month, # to #': 'må være en dag i måneden, # til #',
  'must not be before today, #-#-#': 'kan ikke være før i dag, #-#-#',
  'must have at most # characters': 'kan ha høyst # tegn',
  'must have at most # digits': 'kan ha høyst # sifre',
  'must have # decimals or none in #': 'må ha # desimaler eller ingen i #',
  'must not be empty': 'kan ikke være tom',
  'must contain only letters and digits, with at most one space between groups':
    'kan bare inneholde bokstaver og sifre, med høyst ett mellomrom mellom grupper',
  'must begin with the code of a country that has IBANs': 'må begynne med koden til et land som har IBAN',
  'must have two check digits after the country code': 'må ha to kontrollsifre etter landkoden',
  'does not have the length of an IBAN of this country': 'har ikke lengden til en IBAN fra dette landet',
  'does not have the structure of an IBAN of this country': 'er ikke bygd opp som en IBAN fra dette landet',
  'has wrong check digits (ISO #)': 'har feil kontrollsifre (ISO #)',
  'does not belong to the same account as bban: a Norwegian IBAN must end in the BBAN':
    'gjelder ikke samme konto som BBAN: en norsk IBAN slutter med BBAN-en',
  'send exactly one of bban and other': 'fyll ut enten kontonummeret (BBAN) eller en kortkonto',
  'send either remittanceInformationUnstructured or remittanceInformationStructured, but not both':
    'fyll ut enten en melding eller en referanse, ikke begge',
  'is not a valid BIC (ISO #); the payment is accepted anyway':
    'er ikke en gyldig BIC (ISO #); betalingen godtas likevel',
  'the creditor requires a KID in the structured remittance information':
    'mottakeren krever en KID i feltet for referanse',
  'the creditor requires a KID, which a periodic payment cannot have: send single payments':
    'mottakeren krever KID, og en periodisk betaling kan ikke ha KID: opprett enkeltbetalinger',
  'must contain only digits, at least two': 'kan bare inneholde sifre, og minst to',
  'must contain only digits, at least two; the last character may also be "-"':
    'kan bare inneholde sifre, og minst to; det siste tegnet kan også være «-»',
  'must have # digits for this creditor': 'må ha # sifre for denne mottakeren',
  'must have # or # digits for this creditor': 'må ha # eller # sifre for denne mottakeren',
  'has a wrong check digit (MOD#)': 'har feil kontrollsiffer (MOD#)',
  'must not be before startDate': 'kan ikke være før første dag',
  'is required with the frequency MonthlyVariable': 'må fylles ut når betalingen går i valgte måneder',
  'is allowed only with the frequency MonthlyVariable':
    'kan bare fylles ut når betalingen går i valgte måneder',
  'must not contain a month twice': 'kan ikke inneholde en måned to ganger',
  'must be a month from # to #': 'må være en måned fra # til #',
  'must be a month from # to #: the interface does not support December. To pay in December too, create another payment with the frequency Annual and a startDate in December':
    'må være en måned fra # til #: grensesnittet støtter ikke desember. Opprett også en årlig betaling som begynner i desember',
  'the plan has no execution date: its frequency, months and day match no day from startDate to endDate':
    'planen har ingen dag å utføre betalingen på fra første til siste dag',
  'a payment with the same debtor, creditor, amount, remittance and date was created within the last # hours. To create it anyway, set allowLogicalDuplicate to true':
    'en betaling med samme betaler, mottaker, beløp, melding og dato ble opprettet i løpet av de siste # timene. Tillat en kopi for å opprette den likevel',
  'a payment with the same debtor, creditor, amount, remittance and date was created within the last # hours. This product does not support allowLogicalDuplicate: change one of these values, or cancel the other payment':
    'en betaling med samme betaler, mottaker, beløp, melding og dato ble opprettet i løpet av de siste # timene. Endre en av verdiene, eller kanseller den andre betalingen',
  'the authorisation has ended': 'godkjenningen er avsluttet',
  'the signing basket has ended and can no longer be authorised':
    'signeringskurven er avsluttet og kan ikke lenger godkjennes',
  'the signing basket has been approved or rejected and can no longer be deleted':
    'signeringskurven er godkjent eller avvist og kan ikke lenger slettes',
  'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.':
    'Tjenesten er midlertidig utilgjengelig. Prøv igjen om litt.',
  'There were too many requests. Retry after the number of seconds in Retry-After.':
    'Det kom for mange forespørsler. Prøv igjen om litt.',
  'must be # to #': 'må være # til #',
  'must be # to # letters from A to Z, digits and spaces':
    'må være # til # bokstaver fra A til Z, sifre og mellomrom',
  'must be a plain decimal number such as #.# or -#': 'må være et desimaltall som #.# eller -#',
  'must be a whole number that fits in # bits': 'må være et heltall som får plass i # bit',
  'must not be later than today, #-#-#': 'kan ikke være etter i dag, #-#-#',
  'must not contain a NUL character or an unpaired surrogate':
    'kan ikke inneholde et NUL-tegn eller et halvt surrogatpar',
  'the clock can only move forward; it is #-#-#T#:#:#.#Z':
    'klokken kan bare gå framover; den er #-#-#T#:#:#.#Z',
  'the clock can move at most # years at a time': 'klokken kan flyttes høyst # år om gangen',
  'the clock cannot move beyond the year #': 'klokken kan ikke flyttes forbi år #',
  'the sandbox has no such account': 'sandkassen har ikke denne kontoen',
  'the sandbox has no such card account': 'sandkassen har ikke denne kortkontoen',
  'the sandbox has no such customer': 'sandkassen har ikke denne kunden',
  'the sandbox already has a customer with this number':
    'sandkassen har allerede en kunde med dette nummeret',
  'the sandbox already has an account with this bban': 'sandkassen har allerede en konto med denne BBAN-en',
  'looks like a Norwegian account number, but its check digit is wrong':
    'ser ut som et norsk kontonummer, men kontrollsifferet er feil',
  'created by the TPP': 'opprettet av TPP-en',
  'cancelled by the TPP': 'kansellert av TPP-en',
  'approved by the PSU': 'godkjent av kunden',
  'approved by the PSU and settled at once': 'godkjent av kunden og gjort opp straks',
  'cancellation approved by the PSU': 'kansellering godkjent av kunden',
  'rejected by the PSU': 'avvist av kunden',
  'the authorisation failed': 'godkjenningen mislyktes',
  'the customer may not use the debtor account': 'kunden kan ikke bruke betalers konto',
  'the debtor account was closed after the approval': 'betalers konto ble avsluttet etter godkjenningen',
  'the authorisation was not finished in time': 'godkjenningen ble ikke fullført i tide',
  'the authorisation ended after five wrong numbers or codes':
    'godkjenningen ble avsluttet etter fem feil numre eller koder',
  'fifteen wrong one-time codes were entered in total':
    'feil engangskode ble oppgitt femten ganger til sammen i alle godkjenningene',
  'settled on the debtor account': 'gjort opp på betalers konto',
  'every entry was settled': 'alle postene ble gjort opp',
  '# of # entries were settled': '# av # poster ble gjort opp',
  'not enough funds': 'ikke dekning',
  'not enough funds; tried again at the next run': 'ikke dekning; banken prøver igjen ved neste oppgjør',
  'not enough funds for # of # entries; tried again at the next run':
    'ikke dekning for # av # poster; banken prøver igjen ved neste oppgjør',
  'not enough funds at the last run of the day': 'ikke dekning ved dagens siste oppgjør',
  'not enough funds at settlement': 'ikke dekning ved oppgjøret',
  'rejected by the bank': 'avvist av banken',
  'changed by the bank': 'endret av banken',
  'reported by the bank': 'meldt av banken',
  'refused by the bank': 'avvist av banken',
  'cancelled by the bank': 'kansellert av banken',
  'the bank did not cancel the payment': 'banken kansellerte ikke betalingen',
  'the bank cancelled some entries': 'banken kansellerte noen poster',
  'the bank has not decided on the cancellation': 'banken har ikke avgjort kanselleringen',
  'the bank no longer knows this payment; its status is not polled any more':
    'banken kjenner ikke betalingen lenger; tjenesten spør ikke mer om statusen',
  'settlement is under way': 'oppgjøret er i gang',
  'the amount is less than the smallest unit of the currency of the creditor account':
    'beløpet er mindre enn den minste enheten i valutaen til mottakers konto',
  'rejected by the bank (scenario REJECTED)': 'avvist av banken (scenario REJECTED)',
  'settlement is under way (scenario SLOW_SETTLEMENT)': 'oppgjøret er i gang (scenario SLOW_SETTLEMENT)',
  'the amount is larger than an account of this bank can hold':
    'beløpet er større enn en konto i denne banken kan ha',
  'the last execution is over': 'den siste utførelsen er over',
  'no execution could be carried out': 'ingen utførelse kunne gjennomføres',
  'the plan has no execution after the approval': 'planen har ingen utførelse etter godkjenningen',
  weekend: 'helg',
  "New Year's Day": 'Første nyttårsdag',
  'Maundy Thursday': 'Skjærtorsdag',
  'Good Friday': 'Langfredag',
  'Easter Sunday': 'Første påskedag',
  'Easter Monday': 'Andre påskedag',
  'Labour Day': 'Arbeidernes dag',
  'Constitution Day': 'Grunnlovsdagen',
  'Ascension Day': 'Kristi himmelfartsdag',
  'Whit Sunday': 'Første pinsedag',
  'Whit Monday': 'Andre pinsedag',
  'Christmas Day': 'Første juledag',
  'Second Day of Christmas': 'Andre juledag',
  'moved to a later day, because the earlier one is before startDate':
    'flyttet til en senere dag, fordi den tidligere er før startDate',
  'moved to a later day, because no run was left on the earlier one':
    'flyttet til en senere dag, fordi den tidligere ikke hadde flere oppgjør',
  'there was no response within # seconds': 'ingen svar innen # sekunder',
  'the response has status #, not #xx': 'svaret har status #, ikke #xx',
  'the response has status #; redirects are not followed':
    'svaret har status #; banken følger ikke omdirigeringer',
  'the response is not HTTP': 'svaret er ikke HTTP',
  'the host resolves to an address that is not public': 'verten har en adresse som ikke er offentlig',
  'the host cannot be resolved': 'verten finnes ikke i DNS',
  'the host refuses the connection': 'verten avviser forbindelsen',
  'the connection was not opened in time': 'forbindelsen ble ikke åpnet i tide',
  'an authorisation was not finished in time': 'en godkjenning ble ikke fullført i tide',
  'the log-in of the PSU is # days old; new payments need a new log-in':
    'kundens innlogging er # dager gammel; nye betalinger krever ny innlogging',
  'The bank rejects the payment at its execution: RJCT. In a bulk payment the bank rejects the entry, and the payment ends as PART, or as RJCT if no entry was settled.':
    'Banken avviser betalingen når den skal utføres: RJCT. I en massebetaling avviser banken bare posten. Betalingen ender som PART, eller som RJCT hvis ingen post ble gjort opp.',
  'The account never covers the payment: it is ACCP with fundsAvailable false after a batch run, and RJCT after the last run of the day. An instant payment is RJCT at once. An execution of a periodic payment is skipped.':
    'Kontoen har aldri dekning for betalingen: ACCP med fundsAvailable false ved et oppgjør, RJCT ved dagens siste oppgjør. En straksbetaling blir RJCT med en gang. En periodisk betaling hopper over utførelsen.',
  'Settlement is slow: the payment is ACSP at its execution (an instant payment at its approval), and ACSC at the next batch run, or RJCT if the account does not cover it then. Periodic payments and entries of bulk payments settle as usual.':
    'Oppgjøret tar tid: først ACSP (for en straksbetaling ved godkjenning), deretter ACSC ved neste oppgjør, eller RJCT hvis kontoen da ikke har dekning. Periodiske betalinger og poster i massebetalinger gjøres opp som vanlig.',
  'The creation fails with # SYSTEM_ERROR. The service stores nothing.':
    'Banken svarer # SYSTEM_ERROR på opprettelsen og lagrer ingenting.',
  'The creation fails with # SYSTEM_ERROR and Retry-After. The service stores nothing.':
    'Banken svarer # SYSTEM_ERROR med Retry-After på opprettelsen og lagrer ingenting.',
};

const variablePart = /\d+|(?<= in )[A-Z]{3}$/g;

export function inNorwegian(text: string): string | null {
  const [, day = '', sentence = text] = /^(\d{4}-\d{2}-\d{2}: )(.*)$/.exec(text) ?? [];
  const values = sentence.match(variablePart) ?? [];
  const translation = norwegian[sentence.replace(variablePart, '#')];
  return translation === undefined ? null : day + translation.replace(/#/g, () => values.shift() ?? '');
}

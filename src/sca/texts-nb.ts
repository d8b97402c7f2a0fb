import { html } from '../browser/html.ts';
import type { Texts } from './texts-en.ts';

export const norwegian: Texts = {
  locale: 'nb-NO',
  amount: (parts, currency) => `${parts.join(',')} ${currency}`,
  languageName: 'Norsk',
  languageLabel: 'Språk',
  bank: 'PSD2-banken',
  sandbox: 'Sandkasse',
  testData: 'Kunder og kontoer til testing',
  sandboxNote:
    'Dette er en sandkasse for testing. Ingen ekte penger flyttes, og ingen ekte kunder blir kontaktet.',
  identify: {
    LOGIN: {
      title: 'Logg inn',
      text: 'Logg inn i banken for å la denne tjenesten opprette betalinger. Du godkjenner hver betaling.',
    },
    PAYMENT: { title: 'Godkjenn en betaling', text: 'Logg inn for å se og godkjenne betalingen.' },
    CANCELLATION: {
      title: 'Kanseller en betaling',
      text: 'Logg inn for å se og kansellere betalingen.',
    },
    BASKET: { title: 'Godkjenn betalinger', text: 'Logg inn for å se og godkjenne betalingene.' },
  },
  customerNumber: 'Kundenummer',
  customerNumberHint: 'Bare sifre.',
  customerChoices: 'Fortsett som en av disse kundene i sandkassen, eller logg inn nedenfor.',
  owns: 'eier',
  method: 'Hvordan vil du motta koden?',
  methods: { CODE_DEVICE: 'Kodebrikke', SMS: 'Tekstmelding (SMS)', BANK_APP: 'Bankappen' },
  codeInstructions: {
    CODE_DEVICE: 'Skriv inn koden fra kodebrikken.',
    SMS: 'Vi har sendt deg koden på SMS.',
    BANK_APP: 'Åpne bankappen for å se koden.',
  },
  continue: 'Fortsett',
  cancel: 'Avbryt',
  agreementTitle: 'Velg en avtale',
  agreementText: 'Du har flere avtaler. Velg avtalen du vil bruke.',
  decide: {
    LOGIN: {
      title: 'Godkjenn innloggingen',
      text: 'Tjenesten kan deretter opprette betalinger i 180 dager. Du godkjenner hver betaling.',
    },
    PAYMENT: { title: 'Godkjenn en betaling', text: 'Kontroller at alt stemmer før du godkjenner.' },
    CANCELLATION: {
      title: 'Kanseller en betaling',
      text: 'Hvis du godkjenner, kanselleres betalingen, og ikke mer blir betalt. Hvis du avviser, endres ingenting.',
    },
    BASKET: {
      title: 'Godkjenn betalinger',
      text: 'Du godkjenner alle betalingene samtidig. Kontroller hver betaling først.',
    },
  },
  leave: {
    LOGIN:
      'Logg inn hos banken din for å la denne tjenesten opprette betalinger. Du godkjenner hver betaling.',
    PAYMENT: 'Kontroller at alt stemmer. Fortsett deretter til banken din og godkjenn betalingen der.',
    CANCELLATION:
      'Hvis du godkjenner hos banken din, kanselleres betalingen, og ikke mer blir betalt. Hvis du avviser, endres ingenting.',
    BASKET: 'Du godkjenner alle betalingene samtidig hos banken din. Kontroller hver betaling først.',
  },
  toProvider: 'Fortsett til banken din',
  code: 'Engangskode',
  sandboxCode: 'Sandkasse: engangskoden din er',
  approve: 'Godkjenn',
  reject: 'Avvis',
  bankApp: 'Du kan også godkjenne i bankappen.',
  bankAppSandbox:
    'I denne sandkassen bruker du bankappen i konsollen eller mutasjonen completeAuthorisation i GraphQL.',
  trouble: {
    UNKNOWN_CUSTOMER: 'Vi finner ingen kunde med dette nummeret.',
    WRONG_IDENTITY: 'Tjenesten har oppgitt en annen kunde. Logg inn som den kunden.',
    WRONG_TYPE: 'Nummeret tilhører en bedrift. Logg inn som privatkunde.',
    LOGIN_CLOSED:
      'Feil kode er oppgitt for mange ganger. Innloggingen for denne kunden er sperret i én time.',
    NO_AGREEMENT: 'Velg en av avtalene.',
    WRONG_CODE: 'Koden er feil.',
    STALE_PAGE: 'Siden er utdatert.',
    UNREACHABLE: 'Innloggingen i banken din svarer ikke. Ingenting er godkjent. Prøv igjen.',
  },
  closed: {
    LOGIN: {
      title: 'Innloggingen er sperret',
      text: 'Feil kode er oppgitt for mange ganger. Innloggingen er sperret i én time.',
    },
    APPROVAL: {
      title: 'Godkjenning er sperret',
      text: 'Feil kode er oppgitt for mange ganger. Godkjenning er sperret i én time.',
    },
  },
  closedUntil: 'Prøv igjen etter kl.',
  triesLeft: (tries) => `Du har ${tries} forsøk igjen.`,
  row: {
    amount: 'Beløp',
    total: 'Sum',
    payee: 'Til',
    payeeAccount: 'Til konto',
    debtor: 'Fra konto',
    customer: 'Kunde',
    agreement: 'Avtale',
    tpp: 'Forespurt av',
    brand: 'Merkenavn',
    message: 'Melding',
    reference: 'Referanse',
    date: 'Dato',
    count: 'Betalinger',
    frequency: 'Hvor ofte',
    start: 'Første dag',
    end: 'Siste dag',
    upcoming: 'Neste betalinger',
  },
  soon: 'Så snart som mulig',
  untilFurtherNotice: 'Inntil videre',
  entries: (count) => (count === 1 ? '1 betaling' : `${count} betalinger`),
  showEntries: 'Vis betalingene',
  payment: (position) => `Betaling ${position}`,
  frequencies: {
    Daily: 'Hver dag',
    Weekly: 'Hver uke',
    EveryTwoWeeks: 'Annenhver uke',
    Monthly: 'Hver måned',
    EveryTwoMonths: 'Annenhver måned',
    Quarterly: 'Hver tredje måned',
    SemiAnnual: 'To ganger i året',
    Annual: 'Én gang i året',
    MonthlyVariable: 'I utvalgte måneder',
  },
  approved: {
    LOGIN: {
      title: 'Logget inn',
      text: 'Du er logget inn. Tjenesten kan nå opprette betalinger. Du godkjenner hver betaling.',
    },
    PAYMENT: { title: 'Betalingen er godkjent', text: 'Du har godkjent betalingen.' },
    CANCELLATION: {
      title: 'Betalingen er kansellert',
      text: 'Du har godkjent kanselleringen. Ikke mer blir betalt.',
    },
    BASKET: { title: 'Betalingene er godkjent', text: 'Du har godkjent betalingene.' },
  },
  rejectedTitle: 'Avvist',
  rejected: {
    LOGIN: 'Du har ikke logget inn.',
    PAYMENT: 'Du har avvist betalingen. Den blir ikke utført.',
    CANCELLATION: 'Du har avvist kanselleringen. Betalingen er ikke endret.',
    BASKET: 'Du har avvist betalingene. De blir ikke utført.',
  },
  ended: {
    WRONG_CODE: {
      title: 'For mange feil forsøk',
      text: 'Feil nummer eller kode er oppgitt fem ganger. Ingenting er godkjent.',
    },
    TOO_MANY_CODES: {
      title: 'For mange feil koder',
      text: 'Feil kode er oppgitt femten ganger til sammen. Banken stanser betalingen.',
    },
    EXPIRED: {
      title: 'Lenken er utløpt',
      text: 'Lenken er ikke lenger gyldig. Ingenting er godkjent. Gå tilbake til tjenesten som sendte deg hit, og begynn på nytt.',
    },
    SUPERSEDED: {
      title: 'Lenken er erstattet',
      text: 'En nyere lenke har erstattet denne lenken. Ingenting er godkjent med denne lenken.',
    },
    WITHDRAWN: {
      title: 'Trukket tilbake',
      text: 'Tjenesten har trukket forespørselen tilbake. Ingenting er godkjent.',
    },
    NOT_ALLOWED: {
      title: 'Ikke tillatt',
      text: 'Du har ikke tilgang til å betale fra denne kontoen. Ingenting er godkjent.',
    },
    WRONG_IDENTITY: {
      title: 'Ikke tillatt',
      text: 'Tjenesten har oppgitt en annen kunde. Ingenting er godkjent.',
    },
    RESOURCE_CHANGED: {
      title: 'Endret i mellomtiden',
      text: 'Forespørselen er endret eller avsluttet i mellomtiden. Ingenting er godkjent med denne lenken.',
    },
    UNVERIFIED: {
      title: 'Ikke godkjent',
      text: 'Bekreftelsen fra banken din stemmer ikke med forespørselen. Ingenting er godkjent.',
    },
    PAYMENT_FAILED: {
      title: 'Godkjent, men ikke utført',
      text: 'Banken kunne ikke utføre det du har godkjent.',
    },
  },
  otherBrowser: 'Dette ble gjort i en annen nettleser eller i bankappen.',
  linkUsed: 'Lenken er brukt og er ikke lenger gyldig.',
  linkEnded: 'Lenken er ikke lenger gyldig.',
  goBack: (tpp) => html`Gå tilbake til ${tpp} for å se resultatet.`,
  returnTo: 'Tilbake til',
  continueToPage: 'Fortsett til den oppdaterte siden',
  failureId: 'Referanse:',
  faults: {
    UNKNOWN_LINK: {
      title: 'Ukjent lenke',
      text: 'Vi kjenner ikke igjen denne lenken. Gå tilbake til tjenesten som sendte deg hit, og begynn på nytt.',
    },
    STALE_PAGE: {
      title: 'Siden er utdatert',
      text: 'Du har gått videre i en annen fane, eller lenken er åpnet i en annen nettleser. Ingenting er gjort.',
    },
    NO_COOKIE: {
      title: 'Nettleseren sendte ingen informasjonskapsel',
      text: 'Siden trenger en informasjonskapsel. Tillat informasjonskapsler for banken, og åpne lenken på nytt. Ingenting er gjort.',
    },
    FOREIGN_ORIGIN: {
      title: 'Ikke godtatt',
      text: 'Skjemaet kom ikke fra en av bankens sider. Ingenting er gjort.',
    },
    INVALID_REQUEST: {
      title: 'Forespørselen kunne ikke leses',
      text: 'Nettleseren, eller et program mellom den og banken, sendte en ugyldig forespørsel. Ingenting er gjort.',
    },
    MALFORMED: {
      title: 'Skjemaet kunne ikke leses',
      text: 'Et felt mangler eller har en ugyldig verdi. Ingenting er gjort.',
    },
    INCOMPLETE: {
      title: 'Skjemaet kom ikke fram',
      text: 'Bare en del av skjemaet nådde oss i tide. Ingenting er gjort. Send skjemaet på nytt.',
    },
    TOO_LARGE: { title: 'Skjemaet er for stort', text: 'Ingenting er gjort.' },
    WRONG_MEDIA: {
      title: 'Skjemaet kunne ikke leses',
      text: 'Nettleseren sendte skjemaet i feil format. Ingenting er gjort.',
    },
    WRONG_METHOD: { title: 'Ikke mulig', text: 'Adressen støtter ikke denne typen forespørsel.' },
    BUSY: {
      title: 'Et øyeblikk',
      text: 'Vi behandler en annen forespørsel. Prøv igjen om noen sekunder.',
    },
    REFUSED: {
      title: 'Banken har avvist dette',
      text: 'Banken tillater ikke dette steget. Gå tilbake til tjenesten som sendte deg hit.',
    },
    UNAVAILABLE: {
      title: 'Ikke tilgjengelig nå',
      text: 'Banken kan ikke svare akkurat nå. Prøv igjen om noen sekunder.',
    },
    FAILED: { title: 'Noe gikk galt', text: 'Feilen ligger hos oss, og vi har registrert den.' },
  },
};

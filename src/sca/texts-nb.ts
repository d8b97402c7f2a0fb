/** The Norwegian texts (bokmål) of the pages; texts-en.ts says what each is for. */
import { html } from '../browser/html.ts';
import type { Texts } from './texts-en.ts';

export const norwegian: Texts = {
  tag: 'nb-NO',
  name: 'Norsk',
  language: 'Språk',
  bank: 'PSD2-banken',
  sandbox: 'Sandkasse',
  sandboxNote: 'Dette er en sandkasse. Ingen ekte penger flyttes, og ingen ekte kunde blir spurt.',
  identify: {
    LOGIN: {
      title: 'Logg inn',
      text: 'Logg inn i banken for å la denne tjenesten starte betalinger som du godkjenner én for én.',
    },
    PAYMENT: { title: 'Godkjenn en betaling', text: 'Logg inn for å se betalingen og godkjenne den.' },
    CANCELLATION: {
      title: 'Kanseller en betaling',
      text: 'Logg inn for å se betalingen som skal kanselleres.',
    },
    BASKET: { title: 'Godkjenn betalinger', text: 'Logg inn for å se betalingene og godkjenne dem.' },
  },
  customerNumber: 'Kundenummer',
  customerNumberHint: 'Bare siffer.',
  picks: 'Eller fortsett som en av sandkassens kunder:',
  owns: 'eier',
  method: 'Slik får du koden',
  methods: { CODE_DEVICE: 'Kodebrikke', SMS: 'Tekstmelding (SMS)', BANK_APP: 'Bankappen' },
  sent: {
    CODE_DEVICE: 'Les koden av kodebrikken din.',
    SMS: 'Vi har sendt koden til telefonen din.',
    BANK_APP: 'Åpne bankappen for å lese koden.',
  },
  continue: 'Fortsett',
  cancel: 'Avbryt',
  agreementTitle: 'Velg en avtale',
  agreementText: 'Du kan handle under flere avtaler. Velg den som skal brukes.',
  decide: {
    LOGIN: {
      title: 'Godkjenn innloggingen',
      text: 'Tjenesten kan deretter starte betalinger i 180 dager. Hver av dem må du godkjenne.',
    },
    PAYMENT: { title: 'Godkjenn en betaling', text: 'Kontroller at alt stemmer før du godkjenner.' },
    CANCELLATION: {
      title: 'Kanseller en betaling',
      text: 'Når du godkjenner, kanselleres betalingen og blir ikke utført. Når du avviser, blir den stående.',
    },
    BASKET: {
      title: 'Godkjenn betalinger',
      text: 'Én godkjenning gjelder alle disse betalingene. Kontroller hver av dem først.',
    },
  },
  leave: {
    LOGIN: {
      title: 'Logg inn',
      text: 'Logg inn hos banken din for å la denne tjenesten starte betalinger som du godkjenner én for én.',
    },
    PAYMENT: {
      title: 'Godkjenn en betaling',
      text: 'Kontroller at alt stemmer, fortsett så til banken din og godkjenn der.',
    },
    CANCELLATION: {
      title: 'Kanseller en betaling',
      text: 'Når du godkjenner hos banken din, kanselleres betalingen og blir ikke utført. Når du avviser, blir den stående.',
    },
    BASKET: {
      title: 'Godkjenn betalinger',
      text: 'Én godkjenning hos banken din gjelder alle disse betalingene. Kontroller hver av dem først.',
    },
  },
  toProvider: 'Fortsett til banken din',
  code: 'Engangskode',
  sandboxCode: 'Sandkasse: engangskoden din er',
  approve: 'Godkjenn',
  reject: 'Avvis',
  bankApp: 'Du kan også godkjenne i bankappen.',
  bankAppSandbox: 'Sandkassen har bankappen sin i konsollen, og som completeAuthorisation i GraphQL.',
  trouble: {
    UNKNOWN_CUSTOMER: 'Ingen kunde har dette nummeret.',
    WRONG_IDENTITY: 'Dette er ikke kunden som tjenesten oppga.',
    WRONG_TYPE: 'Nummeret tilhører en bedrift; logg inn som privatkunde.',
    LOGIN_CLOSED: 'Etter for mange feil koder er kundens innlogging stengt i en time.',
    NO_AGREEMENT: 'Velg en av avtalene.',
    WRONG_CODE: 'Koden er feil.',
    STALE_PAGE: 'Siden er utdatert.',
    UNREACHABLE: 'Innloggingen i banken din svarer ikke akkurat nå. Ingenting er godkjent; prøv igjen.',
  },
  closed: {
    LOGIN: {
      title: 'Innloggingen er stengt',
      text: 'Det er gitt for mange feil koder, så innloggingen er stengt i en time.',
    },
    APPROVAL: {
      title: 'Godkjenning er stengt',
      text: 'Det er gitt for mange feil koder, så godkjenning er stengt i en time.',
    },
  },
  closedUntil: 'Prøv igjen etter kl.',
  triesLeft: (tries) => (tries === 1 ? '1 forsøk igjen.' : `${tries} forsøk igjen.`),
  row: {
    amount: 'Beløp',
    total: 'Sum',
    payee: 'Til',
    payeeAccount: 'Til konto',
    debtor: 'Fra konto',
    customer: 'Kunde',
    agreement: 'Avtale',
    tpp: 'Bestilt av',
    brand: 'Merke',
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
  more: (count) => `og ${count} til`,
  payment: (position) => `Betaling ${position}`,
  frequencies: {
    Daily: 'Hver dag',
    Weekly: 'Hver uke',
    EveryTwoWeeks: 'Hver andre uke',
    Monthly: 'Hver måned',
    EveryTwoMonths: 'Hver andre måned',
    Quarterly: 'Hver tredje måned',
    SemiAnnual: 'To ganger i året',
    Annual: 'Én gang i året',
    MonthlyVariable: 'I utvalgte måneder',
  },
  approved: {
    LOGIN: {
      title: 'Logget inn',
      text: 'Du er logget inn. Tjenesten kan nå starte betalinger. Hver av dem må du godkjenne.',
    },
    PAYMENT: { title: 'Betalingen er godkjent', text: 'Du har godkjent betalingen.' },
    CANCELLATION: {
      title: 'Betalingen er kansellert',
      text: 'Du har godkjent kanselleringen. Betalingen blir ikke utført.',
    },
    BASKET: { title: 'Betalingene er godkjent', text: 'Du har godkjent betalingene.' },
  },
  rejected: {
    LOGIN: 'Du har ikke logget inn.',
    PAYMENT: 'Du har avvist betalingen. Den blir ikke utført.',
    CANCELLATION: 'Du har avvist kanselleringen. Betalingen blir stående.',
    BASKET: 'Du har avvist betalingene. Ingen av dem blir utført.',
  },
  ended: {
    REJECTED: { title: 'Avvist', text: '' },
    WRONG_CODE: {
      title: 'For mange feil',
      text: 'Feil nummer eller kode ble oppgitt fem ganger. Ingenting er godkjent.',
    },
    TOO_MANY_CODES: {
      title: 'For mange feil koder',
      text: 'Feil kode er gitt femten ganger til sammen. Det som skulle godkjennes, er avvist.',
    },
    EXPIRED: {
      title: 'Lenken er utløpt',
      text: 'En lenke virker i 15 minutter. Ingenting er godkjent. Gå tilbake dit du kom fra, og begynn på nytt.',
    },
    SUPERSEDED: {
      title: 'Lenken er erstattet',
      text: 'En nyere lenke har tatt plassen. Ingenting er godkjent med denne.',
    },
    WITHDRAWN: {
      title: 'Trukket tilbake',
      text: 'Det lenken gjaldt, er trukket tilbake. Ingenting er godkjent.',
    },
    NOT_ALLOWED: {
      title: 'Ikke tillatt',
      text: 'Du har ikke rett til å bruke kontoen som betalingen skal gjøres fra. Ingenting er godkjent.',
    },
    WRONG_IDENTITY: {
      title: 'Ikke tillatt',
      text: 'Du er ikke kunden som tjenesten oppga. Ingenting er godkjent.',
    },
    RESOURCE_CHANGED: {
      title: 'Endret i mellomtiden',
      text: 'Det som skulle godkjennes, er endret eller avsluttet i mellomtiden. Ingenting er godkjent her.',
    },
    UNVERIFIED: {
      title: 'Ikke godkjent',
      text: 'Svaret fra innloggingen i banken din stemte ikke med det som ble spurt om. Ingenting er godkjent.',
    },
    PAYMENT_FAILED: {
      title: 'Betalingen kunne ikke utføres',
      text: 'Du har godkjent den, men banken kunne ikke utføre den.',
    },
  },
  elsewhere: 'Dette ble gjort i en annen nettleser eller i bankappen.',
  used: 'Lenken er brukt og virker ikke lenger.',
  over: 'Lenken virker ikke lenger.',
  goBack: (tpp) => html`Gå tilbake til ${tpp} for å se hvordan det gikk.`,
  returnTo: 'Tilbake til',
  again: 'Fortsett til gjeldende side',
  failureId: 'Referanse:',
  faults: {
    UNKNOWN_LINK: {
      title: 'Ukjent lenke',
      text: 'Det er ingenting å godkjenne på denne adressen. Gå tilbake dit du kom fra, og begynn på nytt.',
    },
    STALE_PAGE: {
      title: 'Siden er utdatert',
      text: 'Du har gått videre i en annen fane, eller en annen nettleser har tatt over. Ingenting er gjort.',
    },
    FOREIGN_ORIGIN: {
      title: 'Ikke godtatt',
      text: 'Skjemaet ble ikke sendt fra en av bankens sider. Ingenting er gjort.',
    },
    MALFORMED: {
      title: 'Skjemaet kunne ikke leses',
      text: 'Et felt mangler eller har feil innhold. Ingenting er gjort.',
    },
    TOO_LARGE: { title: 'Skjemaet er for stort', text: 'Ingenting er gjort.' },
    WRONG_MEDIA: {
      title: 'Skjemaet kunne ikke leses',
      text: 'Det ble ikke sendt som et skjema fra en nettside. Ingenting er gjort.',
    },
    WRONG_METHOD: { title: 'Ikke mulig', text: 'Adressen tar ikke imot en slik forespørsel.' },
    BUSY: {
      title: 'Et øyeblikk',
      text: 'En annen forespørsel arbeider med dette. Prøv igjen om noen sekunder.',
    },
    UNAVAILABLE: {
      title: 'Ikke tilgjengelig nå',
      text: 'Banken kan ikke svare for øyeblikket. Prøv igjen om noen sekunder.',
    },
    FAILED: { title: 'Noe gikk galt', text: 'Feilen er vår, og den er registrert.' },
  },
};

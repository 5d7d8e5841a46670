/** What a court paper may name: every variable with its example. All are words as they stand in the paper, in Dutch. Pure. */

interface CourtVariable {
  readonly example: string;
  /** May be empty: the paragraph or item that names it then falls away. Of any other the place is marked in the paper, to be filled in. */
  readonly optional: boolean;
}

const needed = (example: string): CourtVariable => ({ example, optional: false });
const maybe = (example: string): CourtVariable => ({ example, optional: true });

/** Their names on screens stand in the module's texts, as `variable_` and the name. */
export const courtVariables = {
  today: needed("23 november 2026"),
  fileNumber: needed("26-000123"),
  clientReference: needed("K-20418"),
  claimantName: needed("Fietsenhandel De Ketting B.V."),
  claimantSeat: needed("Utrecht"),
  claimantAddress: needed("Stationsplein 10, 3511 ED Utrecht"),
  claimantKvk: maybe("90001234"),
  agentName: needed("Vorder Incasso B.V."),
  agentAddress: needed("Stationsplein 10, 3511 ED Utrecht"),
  agentPhone: needed("030 200 10 10"),
  agentEmail: needed("info@vorder.example"),
  agentKvk: needed("90001234"),
  agentRegistration: needed("IN-2025-0042"),
  bailiffName: needed("mr. D. Exploot"),
  bailiffSeat: needed("Utrecht"),
  lawyerName: needed("mr. A. Advocaat"),
  defendantName: needed("J.A. van den Berg"),
  defendantCity: needed("Utrecht"),
  defendantAddress: needed("Kanaalstraat 112, 3531 CL Utrecht"),
  defendantBirthDate: maybe("4 mei 1988"),
  defendantKvk: maybe("12345678"),
  otherDefendants: maybe("M. de Vries, wonende te 3531 CL Utrecht aan de Kanaalstraat 114 (hoofdelijk)"),
  courtName: needed("rechtbank Midden-Nederland"),
  courtCity: needed("Utrecht"),
  courtAddress: needed("Vrouwe Justitiaplein 1, 3511 EX Utrecht"),
  courtSector: needed("de kantonrechter"),
  summonsDate: needed("7 december 2026"),
  rollDate: needed("23 december 2026"),
  rollTime: needed("10.00 uur"),
  claimTitle: needed("Koop"),
  claimDescription: needed("koop van een stadsfiets"),
  contractDate: maybe("2 juni 2026"),
  invoiceNumbers: needed("F-2026-1041"),
  firstDueDate: needed("16 juni 2026"),
  interestBasis: maybe("de wettelijke rente als bedoeld in artikel 6:119 BW"),
  interestFrom: maybe("17 juni 2026"),
  noticeDate: maybe("1 juli 2026"),
  noticeLastDay: maybe("17 juli 2026"),
  asOf: needed("23 november 2026"),
  invoiced: needed("€ 850,00"),
  principal: needed("€ 850,00"),
  interest: needed("€ 22,10"),
  collectionCosts: needed("€ 127,50"),
  paid: maybe("€ 100,00"),
  open: needed("€ 999,60"),
  courtFee: maybe("€ 350,00"),
  agentSalary: maybe("€ 144,00"),
  summonsCosts: maybe("€ 125,57"),
  courtCosts: needed("€ 619,57"),
  afterCosts: maybe("€ 72,00"),
  payBefore: needed("7 december 2026"),
  paymentIban: needed("NL02 ABNA 0123 4567 89"),
  paymentReference: needed("3826 0001 23"),
  stateDay: needed("23 november 2026"),
  stateKind: needed("het faillissement"),
  recipientName: maybe("mr. C. Urator, curator"),
} as const satisfies Record<string, CourtVariable>;

export type CourtVariableName = keyof typeof courtVariables;
export const isCourtVariable = (name: string): name is CourtVariableName => Object.hasOwn(courtVariables, name);

/** The variables that have a value; one that is left out or "" is empty. */
export type CourtValues = Readonly<Partial<Record<CourtVariableName, string | null>>>;

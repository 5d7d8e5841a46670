/** Why an amount is what it is, line by line: label, amount, article, values. The leaves of every node sum to its amount. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  cost,
  creditNote,
  entered,
  freeze,
  invoice,
  notice,
  owedFrom,
  payment,
  refund,
  statutory,
  terms,
  writeOff,
} from "../claims.factory.ts";
import { balanceOf } from "./balance.ts";
import { type BalancePart, type DerivationNode, derive } from "./derivation.ts";
import type { NewEvent } from "./events.ts";

const tree = (events: readonly NewEvent[], day: string, part: BalancePart): readonly string[] => {
  const lines = ({ label, amount, article, source, values, children }: DerivationNode, depth: number): string[] => {
    const valueTexts = Object.entries(values).map(([name, { kind, value }]) => `${name}:${kind}=${value}`);
    const line = [`${"  ".repeat(depth)}${label} ${amount}`, article, source === "" ? "" : "§", valueTexts.join(" ")];
    return [line.filter((each) => each !== "").join(" | "), ...children.flatMap((child) => lines(child, depth + 1))];
  };
  return lines(derive(balanceOf(entered(events), seededTariffs, date(day)), part), 0);
};
const yearly = terms({ kind: "contractual", rate: 100_000, compounding: "yearly", floor: "none" });
const consumer = [
  yearly,
  owedFrom("3650.00", "2024-12-31", { number: "F1", description: "Mei" }),
  owedFrom("100.00", "2025-12-01", {
    number: "F2",
    interest: { kind: "contractual", rate: 10_000, per: "month", floor: "none", compounding: "none" },
  }),
  creditNote("2025-01-10", "650.00", "retroactive", "F1"),
  cost("2026-01-10", "20.00", "court"),
  freeze("2026-01-02", "2026-01-05"),
  payment("2026-01-10", "400.00"),
  writeOff("2026-01-11", "50.00"),
  creditNote("2026-01-12", "10.00", "goodwill", "F2"),
];
const ofGround = (event: NewEvent, ground: "notice" | "default"): NewEvent =>
  event.kind === "bik" ? { ...event, data: { ...event.data, ground } } : event;

describe("a file with a credit note, a judgment's costs, a freeze, a payment and a write-off", () => {
  /*
   * 3,650 − 650 = 3,000 at 10 %: 300.00 joins the base on 31 December 2025; 3,300 × 10 % × 2/365 = 1.81, none for three days, 4.52 for five.
   * 400.00 on 10 January: 20.00 of costs; F2, at 1 % a month the dearer one, 1.19 and 100.00; 278.81 of the interest of F1.
   * The write-off of 50.00: 27.52 + 0.83 of interest, 21.65 of principal. 10.00 credited on F2, which is paid, comes back and pays F1.
   */
  it("principal", () => {
    expect(tree(consumer, "2026-01-20", "principal")).toEqual([
      "principal 296917 | on:date=2026-01-20",
      "  invoice 296917 | number:text=F1 description:text=Mei",
      "    invoiceAmount 365000 | on:date=2024-12-31 due:date=2024-12-31",
      "    lessCreditRetroactive -65000 | on:date=2025-01-10 number:text=C-2025-01-10",
      "    lessCreditSurplus -918 | on:date=2026-01-12 appliedOn:date=2026-01-12 received:money=1000 reference:text=C-2026-01-12",
      "    lessWriteOff -2165 | on:date=2026-01-11 appliedOn:date=2026-01-11 received:money=5000 reference:text=rounding",
      "  invoice 0 | number:text=F2 description:text=",
      "    invoiceAmount 10000 | on:date=2025-12-01 due:date=2025-12-01",
      "    lessCreditGoodwill -1000 | on:date=2026-01-12 number:text=C-2026-01-12",
      "    plusPaidBack 1000",
      "    lessPayment -10000 | BW 6:44 | on:date=2026-01-10 appliedOn:date=2026-01-10 received:money=40000 reference:text=P-2026-01-10",
    ]);
  });

  it("interest", () => {
    expect(tree(consumer, "2026-01-20", "interest")).toEqual([
      "interest 651 | on:date=2026-01-20",
      "  interestOf 651 | number:text=F1 start:date=2024-12-31 kind:term=interest_contractual",
      "    interestLineCapitalised 30000 | BW 6:119 lid 3 | from:date=2024-12-31 until:date=2025-12-31 days:number=365 base:money=300000 rate:rate=100000 joined:money=30000",
      "    interestLine 181 | BW 6:119 lid 3 | from:date=2025-12-31 until:date=2026-01-02 days:number=2 base:money=330000 rate:rate=100000 joined:money=0",
      "    interestFrozen 0 | BW 6:119 lid 3 | from:date=2026-01-02 until:date=2026-01-05 days:number=3 base:money=330000 rate:rate=100000 joined:money=0",
      "    interestLine 452 | BW 6:119 lid 3 | from:date=2026-01-05 until:date=2026-01-10 days:number=5 base:money=330000 rate:rate=100000 joined:money=0",
      "    interestLine 83 | BW 6:119 lid 3 | from:date=2026-01-10 until:date=2026-01-11 days:number=1 base:money=302119 rate:rate=100000 joined:money=0",
      "    interestLine 82 | BW 6:119 lid 3 | from:date=2026-01-11 until:date=2026-01-12 days:number=1 base:money=297835 rate:rate=100000 joined:money=0",
      "    interestLine 651 | BW 6:119 lid 3 | from:date=2026-01-12 until:date=2026-01-20 days:number=8 base:money=296917 rate:rate=100000 joined:money=0",
      "    lessPayment -27881 | BW 6:44 | on:date=2026-01-10 appliedOn:date=2026-01-10 received:money=40000 reference:text=P-2026-01-10",
      "    lessCreditSurplus -82 | on:date=2026-01-12 appliedOn:date=2026-01-12 received:money=1000 reference:text=C-2026-01-12",
      "    lessWriteOff -2835 | on:date=2026-01-11 appliedOn:date=2026-01-11 received:money=5000 reference:text=rounding",
      "  interestOf 0 | number:text=F2 start:date=2025-12-01 kind:term=interest_contractual",
      "    interestLineMonth 100 | BW 6:119 lid 3 | from:date=2025-12-01 until:date=2026-01-01 days:number=31 base:money=10000 rate:rate=10000 joined:money=0",
      "    interestLineMonth 3 | BW 6:119 lid 3 | from:date=2026-01-01 until:date=2026-01-02 days:number=1 base:money=10000 rate:rate=10000 joined:money=0",
      "    interestFrozen 0 | BW 6:119 lid 3 | from:date=2026-01-02 until:date=2026-01-05 days:number=3 base:money=10000 rate:rate=10000 joined:money=0",
      "    interestLineMonth 16 | BW 6:119 lid 3 | from:date=2026-01-05 until:date=2026-01-10 days:number=5 base:money=10000 rate:rate=10000 joined:money=0",
      "    lessPayment -119 | BW 6:44 | on:date=2026-01-10 appliedOn:date=2026-01-10 received:money=40000 reference:text=P-2026-01-10",
    ]);
  });

  it("costs", () => {
    expect(tree(consumer, "2026-01-20", "costs")).toEqual([
      "costs 0 | on:date=2026-01-20",
      "  cost 0 | on:date=2026-01-10 type:text=information description:text= amount:money=2000",
      "    costCharged 2000 | on:date=2026-01-10 type:text=information description:text= amount:money=2000",
      "    lessPayment -2000 | BW 6:44 | on:date=2026-01-10 appliedOn:date=2026-01-10 received:money=40000 reference:text=P-2026-01-10",
    ]);
  });

  it("paid", () => {
    expect(tree(consumer, "2026-01-20", "paid")).toEqual([
      "paid 40000",
      "  payment 40000 | on:date=2026-01-10 received:money=40000 reference:text=P-2026-01-10 receipt:term=receipt_agency refunded:money=0",
      "    paidTo_costs 2000 | BW 6:44 | on:date=2026-01-10 to:text=",
      "    paidTo_interest 119 | BW 6:44 | on:date=2026-01-10 to:text=F2",
      "    paidTo_principal 10000 | BW 6:44 | on:date=2026-01-10 to:text=F2",
      "    paidTo_interest 27881 | BW 6:44 | on:date=2026-01-10 to:text=F1",
    ]);
  });

  it("the open amount is the sum of the three", () => {
    const parts = (["principal", "interest", "costs"] as const).flatMap((part) => tree(consumer, "2026-01-20", part));
    const [first, ...rest] = tree(consumer, "2026-01-20", "open");
    expect(first).toBe("open 297568 | on:date=2026-01-20");
    expect(rest.map((line) => line.slice(2))).toEqual(parts);
  });
});

describe("amounts paid back", () => {
  // 30.00 credited of what was paid; 31.00 is paid back, 1.00 of it too much: a cost, which the next payment pays; 2.00 of that is left.
  const events = [
    terms({ kind: "none" }),
    invoice("100.00", "2026-01-01", { number: "F1" }),
    payment("2026-01-10", "100.00", { receipt: "direct" }),
    creditNote("2026-01-12", "30.00", "goodwill", "F1"),
    refund("2026-01-13", "31.00"),
    payment("2026-01-14", "3.00"),
  ];
  it("principal", () => {
    expect(tree(events, "2026-01-20", "principal")).toEqual([
      "principal 0 | on:date=2026-01-20",
      "  invoice 0 | number:text=F1 description:text=",
      "    invoiceAmount 10000 | on:date=2026-01-01 due:date=2026-01-01",
      "    lessCreditGoodwill -3000 | on:date=2026-01-12 number:text=C-2026-01-12",
      "    plusPaidBack 3000",
      "    lessPayment -10000 | BW 6:44 | on:date=2026-01-10 appliedOn:date=2026-01-10 received:money=10000 reference:text=P-2026-01-10",
    ]);
  });

  it("costs", () => {
    expect(tree(events, "2026-01-20", "costs")).toEqual([
      "costs 0 | on:date=2026-01-20",
      "  costRefundExcess 0 | on:date=2026-01-13 type:text=refundExcess description:text=R-2026-01-13 amount:money=100",
      "    costCharged 100 | on:date=2026-01-13 type:text=refundExcess description:text=R-2026-01-13 amount:money=100",
      "    lessPayment -100 | BW 6:44 | on:date=2026-01-14 appliedOn:date=2026-01-14 received:money=300 reference:text=P-2026-01-14",
    ]);
  });

  it("paid", () => {
    expect(tree(events, "2026-01-20", "paid")).toEqual([
      "paid 7300",
      "  payment 10000 | on:date=2026-01-10 received:money=10000 reference:text=P-2026-01-10 receipt:term=receipt_direct refunded:money=0",
      "    paidTo_principal 10000 | BW 6:44 | on:date=2026-01-10 to:text=F1",
      "  payment 300 | on:date=2026-01-14 received:money=300 reference:text=P-2026-01-14 receipt:term=receipt_agency refunded:money=0",
      "    paidTo_costs 100 | BW 6:44 | on:date=2026-01-14 to:text=",
      "    paidSurplus 200",
      "  paidCreditRefunded -3000 | on:date=2026-01-12",
    ]);
  });
});

describe("collection costs", () => {
  const letter = notice("2026-09-01", "100.00", { invoices: ["F1"], principal: 100_000, vat: 2_100 });
  const instalment = { from: date("2026-06-01"), until: date("2026-07-01") };

  it("no more than the letter announced, less what the client charged, with VAT", () => {
    expect(
      tree(
        [
          statutory({ vat: true, alreadyCharged: 1_000 }),
          invoice("3000.00", "2026-08-01", { number: "F1" }),
          letter,
          ofGround(bik("2026-10-01", "425.00", "89.25"), "notice"),
          payment("2026-10-02", "10.00"),
        ],
        "2026-10-05",
        "costs",
      ),
    ).toEqual([
      "costs 11100 | on:date=2026-10-05",
      "  bik 11100 | BW 6:96 | on:date=2026-09-18 type:text=bik description:text= amount:money=12100",
      "    bikChargedNotice 12100 | BW 6:96 lid 6 | principal:money=300000 dueFrom:date=2026-09-18 claimed:date=2026-10-01 sent:date=2026-09-01",
      "      bikSlice 37500 | BW 6:96 | § | principal:money=250000 rate:rate=150000",
      "      bikSlice 5000 | BW 6:96 | § | principal:money=50000 rate:rate=100000",
      "      bikAlreadyCharged -1000 | BW 6:96 | §",
      "      bikAsAnnounced -31500 | BW 6:96 lid 6",
      "      bikVat 2100 | Besluit BIK art. 2 lid 3 | rate:rate=210000 base:money=10000",
      "    lessPayment -1000 | BW 6:44 | on:date=2026-10-02 appliedOn:date=2026-10-02 received:money=1000 reference:text=P-2026-10-02",
    ]);
  });

  it("the minimum, from the day after the due date", () => {
    expect(
      tree(
        [
          statutory(),
          invoice("100.00", "2026-08-01", { number: "F1" }),
          ofGround(bik("2026-10-01", "40.00"), "default"),
        ],
        "2026-10-05",
        "costs",
      ),
    ).toEqual([
      "costs 4000 | on:date=2026-10-05",
      "  bik 4000 | BW 6:96 | on:date=2026-08-02 type:text=bik description:text= amount:money=4000",
      "    bikChargedDefault 4000 | BW 6:96 lid 4 | principal:money=10000 dueFrom:date=2026-08-02 claimed:date=2026-10-01",
      "      bikSlice 1500 | BW 6:96 | § | principal:money=10000 rate:rate=150000",
      "      bikMinimum 2500 | BW 6:96 | §",
    ]);
  });

  it("the maximum", () => {
    expect(
      tree(
        [
          statutory(),
          invoice("1100000.00", "2026-08-01", { number: "F1" }),
          ofGround(bik("2026-10-01", "6775.00"), "default"),
        ],
        "2026-10-05",
        "costs",
      ),
    ).toEqual([
      "costs 677500 | on:date=2026-10-05",
      "  bik 677500 | BW 6:96 | on:date=2026-08-02 type:text=bik description:text= amount:money=677500",
      "    bikChargedDefault 677500 | BW 6:96 lid 4 | principal:money=110000000 dueFrom:date=2026-08-02 claimed:date=2026-10-01",
      "      bikSlice 37500 | BW 6:96 | § | principal:money=250000 rate:rate=150000",
      "      bikSlice 25000 | BW 6:96 | § | principal:money=250000 rate:rate=100000",
      "      bikSlice 25000 | BW 6:96 | § | principal:money=500000 rate:rate=50000",
      "      bikSlice 190000 | BW 6:96 | § | principal:money=19000000 rate:rate=10000",
      "      bikSlice 450000 | BW 6:96 | § | principal:money=90000000 rate:rate=5000",
      "      bikMaximum -50000 | BW 6:96 | §",
    ]);
  });

  it("the agreed amount", () => {
    expect(
      tree(
        [
          statutory({ method: "contract", contractAmount: 25_000 }),
          invoice("500.00", "2026-08-01", { number: "F1" }),
          bik("2026-10-01", "250.00"),
        ],
        "2026-10-05",
        "costs",
      ),
    ).toEqual([
      "costs 25000 | on:date=2026-10-05",
      "  bik 25000 | BW 6:96 lid 5 | on:date=2026-10-01 type:text=bik description:text= amount:money=25000",
      "    bikCharged 25000 | BW 6:96 lid 5 | principal:money=50000 dueFrom:date=2026-10-01 claimed:date=2026-10-01",
      "      bikAgreed 25000 | BW 6:96 lid 5 | §",
    ]);
  });

  it("none over a second instalment in the same half year", () => {
    expect(
      tree(
        [
          statutory({ instalmentRule: true }),
          invoice("50.00", "2026-07-01", { number: "F1", instalment }),
          invoice("50.00", "2026-08-01", { number: "F2", instalment }),
          bik("2026-07-20", "40.00", "0.00", ["F1"]),
          bik("2026-08-20", "40.00", "0.00", ["F2"]),
        ],
        "2026-10-05",
        "costs",
      ),
    ).toEqual([
      "costs 4000 | on:date=2026-10-05",
      "  bik 4000 | BW 6:96 | on:date=2026-07-20 type:text=bik description:text= amount:money=4000",
      "    bikCharged 4000 | BW 6:96 | principal:money=5000 dueFrom:date=2026-07-20 claimed:date=2026-07-20",
      "      bikSlice 750 | BW 6:96 | § | principal:money=5000 rate:rate=150000",
      "      bikMinimum 3250 | BW 6:96 | §",
    ]);
  });
});

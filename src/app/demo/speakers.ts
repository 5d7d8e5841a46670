/** Who speaks for the debtors of the demo portfolio that cannot do so themselves. */
import type { PartyRole } from "../../cases/parties/parties.ts";

interface DemoSpeaker {
  readonly role: PartyRole;
  readonly reference: string;
  readonly companyName: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postcode: string;
  readonly city: string;
  readonly email: string;
}

/** By the state that makes them speak. After a death the heirs are still to be found. */
export const demoSpeakers: Readonly<Partial<Record<string, DemoSpeaker>>> = {
  shv: {
    role: "counsellor",
    reference: "Stabilisatieperiode",
    companyName: "Kredietbank Midden-Holland",
    street: "Stadhuisplein",
    houseNumber: "4",
    postcode: "2801 EC",
    city: "Gouda",
    email: "schuldhulp@kredietbank.example",
  },
  bankruptcy: {
    role: "trustee",
    reference: "Faillissement",
    companyName: "Van Houten Insolventieadvocaten",
    street: "Maliebaan",
    houseNumber: "61",
    postcode: "3581 CG",
    city: "Utrecht",
    email: "curator@vanhouten.example",
  },
};

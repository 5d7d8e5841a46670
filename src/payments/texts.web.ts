/** The room's texts for its screens. */
import { useTexts } from "../platform/web/texts.web.ts";
import type { paymentTexts } from "./payments.texts.ts";

export const usePaymentTexts = () => useTexts<typeof paymentTexts>("payments");

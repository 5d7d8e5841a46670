/** The module's texts for its screens. */
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { paymentTexts } from "./payments.texts.ts";

export const usePaymentTexts = () => useTexts<typeof paymentTexts>("payments");

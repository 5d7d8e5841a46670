/** The door of the payments' screens. */
export { PaymentImport } from "./import.web.tsx";
export { PaymentReview } from "./review.web.tsx";

/** The public interface of the payments' screens. */

export { PaymentReview } from "./review/review.web.tsx";
export { PaymentImport } from "./statements/import.web.tsx";

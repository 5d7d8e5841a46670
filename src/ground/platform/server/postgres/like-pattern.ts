/** A text as it stands within a pattern of `like`, its wildcards without effect. */
export const escapedForLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The pattern of `like` for what contains a text, without the spaces around it; nothing asked for is in everything. */
export const containing = (text = ""): string => `%${escapedForLike(text.trim())}%`;

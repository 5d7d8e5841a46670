/** Prints pages that are pictures, by a frame of their own, so that nothing of the screen around them comes along. */

const css =
  "@page{margin:0}html,body{margin:0}img{display:block;width:100%;break-after:page}img:last-child{break-after:auto}";

/** Each picture on a page of its own. Settles when the dialog has been opened. */
export async function printPictures(pictures: readonly Blob[]): Promise<void> {
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  Object.assign(frame.style, { position: "fixed", width: "0", height: "0", border: "0" });
  document.body.append(frame);
  const inside = frame.contentDocument;
  const view = inside?.defaultView;
  if (!inside || !view) return frame.remove();
  // A sheet that is constructed needs no nonce. It has to be made in the frame that it is for.
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  inside.adoptedStyleSheets = [sheet];
  const addresses = pictures.map((picture) => URL.createObjectURL(picture));
  const tidy = (): void => {
    frame.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  const images = addresses.map((src) => Object.assign(inside.createElement("img"), { src }));
  inside.body.append(...images);
  await Promise.all(images.map((image) => image.decode()));
  view.addEventListener("afterprint", tidy, { once: true });
  view.focus();
  view.print();
}

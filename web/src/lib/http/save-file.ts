/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Hands a text file to the browser's downloads. */
export function saveTextFile(text: string, name: string, mediaType: string): void {
  saveFile(new Blob([text], { type: mediaType }), name);
}

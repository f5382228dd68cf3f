/** Hands a file to the browser's downloads. */
export function saveJson(data: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next turn the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

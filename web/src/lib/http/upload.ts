/**
 * A `fetch` for a large body that reports the upload progress, 0 to 1. The browser's own `fetch` reports no progress
 * before the answer.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort());
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}

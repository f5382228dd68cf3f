/**
 * Returns the SHA-256 in hex. By this hash a browser recognises its own subscription in the server's answer, which
 * never contains an endpoint.
 */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the unit that counts as one address: a full IPv4 address, or the IPv6 /64 that one subscriber holds. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const headGroups = groupsOf(head);
  const tailGroups = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length;
  const groups = [...headGroups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tailGroups];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => group.replace(/^0+(?=.)/, ''));

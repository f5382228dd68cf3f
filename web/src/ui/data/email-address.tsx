/** An email address in a narrow column: a line break goes after the @, not into a word. */
export function EmailAddress({ address }: { address: string }) {
  const domainAt = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </>
  );
}

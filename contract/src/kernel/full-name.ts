/** Returns the name of a person as everyone reads it. A person without a last name has no space at the end. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

import type { ComponentProps, MouseEvent } from 'react';

interface KitButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
}

/**
 * What the kit's buttons are made of. While one loads the kit disables it, and the browser takes the focus from what is
 * disabled: whoever pressed it by the keyboard would begin at the top of the page again. This one keeps the focus, says
 * that it is busy, and does nothing.
 */
export function KitButton({ type = 'button', disabled, ...props }: KitButtonProps) {
  const isWorking = props['data-loading'] === true && props['data-disabled'] !== true;
  if (!isWorking) return <button {...props} type={type} disabled={disabled} />;
  return <button {...props} type={type} aria-disabled aria-busy onClick={ignore} />;
}

/** Enter and Space come as clicks, and so does Enter in a field of its form: nothing is pressed or sent twice. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

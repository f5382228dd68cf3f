import type { ComponentProps, MouseEvent } from 'react';

interface KitButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
}

/**
 * The element behind the kit's buttons. The kit disables a loading button, and the browser takes the focus from
 * disabled elements.
 * A keyboard user would then restart at the top of the page. This button keeps the focus, reports itself as busy and
 * ignores clicks.
 */
export function KitButton({ type = 'button', disabled, ...props }: KitButtonProps) {
  const isWorking = props['data-loading'] === true && props['data-disabled'] !== true;
  if (!isWorking) return <button {...props} type={type} disabled={disabled} />;
  return <button {...props} type={type} aria-disabled aria-busy onClick={ignore} />;
}

/**
 * Ignores clicks. Enter, Space and Enter in a form field also arrive as clicks, so no action runs and no form is sent
 * twice.
 */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

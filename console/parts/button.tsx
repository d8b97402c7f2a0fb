import * as Ariakit from '@ariakit/react';

/** Keeps the focus while it is disabled, so that a user of the keyboard can go on from there. */
export function Button({ className = 'button', ...props }: Ariakit.ButtonProps) {
  return <Ariakit.Button accessibleWhenDisabled className={className} {...props} />;
}

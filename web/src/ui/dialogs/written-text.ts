import { useRef, useState, type SyntheticEvent } from 'react';

type TextField = HTMLTextAreaElement | HTMLInputElement;

/** Passwords, codes, dates and searches are no text that a person wrote. */
const textTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel']);

/**
 * Notices text that would be lost: text of several lines, or in at least two fields. A single line is typed again faster
 * than a question is answered.
 */
export function useWrittenText() {
  const typed = useRef(new Set<TextField>());
  /** Of the last input. A form that was sent can have made way for its result since. */
  const [isWritten, setWritten] = useState(false);
  const isLost = () => {
    const filled = [...typed.current].filter((field) => field.isConnected && field.value.trim() !== '');
    const isLong = filled.length > 1 || filled.some((field) => field instanceof HTMLTextAreaElement);
    setWritten(isLong);
    return isLong;
  };
  return {
    isWritten,
    isLost,
    noteInput: ({ target }: SyntheticEvent) => {
      if (isTextField(target)) typed.current.add(target);
      isLost();
    },
  };
}

const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type));

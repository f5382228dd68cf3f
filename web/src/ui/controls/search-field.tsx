import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SearchFieldProps {
  /** The searched fields. Label and placeholder. */
  label: string;
  maxLength: number;
  /** The search in the page's address, if the address has the search. */
  text?: string | undefined;
  className?: string | undefined;
  onSearch: (text: string) => void;
}

/** Debounces the search while the user types. */
const TYPING_PAUSE_MS = 250;

/** A search over a list of the server. */
export function SearchField({ label, maxLength, text = '', className, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [searched, setSearched] = useState(text);
  const search = useDebouncedCallback((next: string) => {
    setSearched(next);
    onSearch(next);
  }, TYPING_PAUSE_MS);
  if (text !== known) {
    setKnown(text);
    // A link or the back button changed the address. The own search must not undo what was typed since.
    if (text !== searched) setTyped(text);
    setSearched(text);
  }
  return (
    <TextInput
      type="search"
      className={className ?? ''}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
}

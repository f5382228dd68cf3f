import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps {
  /** The searched fields. Label and placeholder. */
  label: string;
  maxLength: number;
  /** The text of the page's address, when the page opens. */
  text?: string | undefined;
  onSearch: (text: string) => void;
}

/** Debounces the search while the user types. */
const TYPING_PAUSE_MS = 250;

/** A search over a list of the server. */
export function SearchField({ label, maxLength, text, onSearch }: SearchFieldProps) {
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), TYPING_PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      defaultValue={text}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
      onChange={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}

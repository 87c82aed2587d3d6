import { useEffect } from 'react';
import { create } from 'zustand';
import type { FilterTab } from './filter-tabs.tsx';

export interface DrawerFilters {
  label: string;
  tabs: readonly FilterTab<string>[];
  value: string;
  onChange(key: string): void;
}

/** Read by the side drawer, which renders them. */
export const useShownFilters = create<{ filters: DrawerFilters | undefined }>()(() => ({ filters: undefined }));

/** Adds a page's filters to the open menu: "side menu with the same filters" (section 2), while it is mounted. */
export function useDrawerFilters<Key extends string>(filters: {
  label: string;
  tabs: readonly FilterTab<Key>[];
  value: Key;
  onChange(key: Key): void;
}): void {
  const { label, tabs, value, onChange } = filters;
  useEffect(() => {
    useShownFilters.setState({
      filters: {
        label,
        tabs,
        value,
        onChange: (key) => {
          const tab = tabs.find((tab) => tab.key === key);
          if (tab) onChange(tab.key);
        },
      },
    });
  });
  useEffect(() => () => useShownFilters.setState({ filters: undefined }), []);
}

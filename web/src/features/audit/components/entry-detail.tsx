import type { StoryEntry } from '@dayline/contracts/endpoints/audit/audit';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Facts } from '../../../ui/layout/summary-list.tsx';
import { detailOf, jsonOf } from '../story.ts';
import { auditText as text } from '../text.ts';

/** An entry's data in the log, on demand. */
export function EntryDetail({ entry, zone }: { entry: StoryEntry; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={{ minWidth: 0, '&[open]': { flexBasis: '100%' } }}
    >
      <Box
        component="summary"
        aria-label={text.detailOf(entry.sentence)}
        sx={{ cursor: 'pointer', color: 'text.secondary', width: 'fit-content', py: '3px', minHeight: 24 }}
      >
        {text.detail}
      </Box>
      {isOpen ? (
        <Box sx={{ display: 'grid', gap: 1, mt: 0.5, p: 1.5, borderRadius: '6px', bgcolor: 'background.default' }}>
          <Facts items={detailOf(entry, zone)} />
          <Box
            component="pre"
            role="region"
            aria-label={text.jsonOf(entry.sentence)}
            tabIndex={0}
            sx={{ m: 0, maxHeight: 320, overflow: 'auto', fontSize: '0.75rem', lineHeight: '1rem' }}
          >
            {jsonOf(entry)}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}

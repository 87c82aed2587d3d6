import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { hasWords, searchText, searchWords } from '@dayline/contracts/fold';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { Field, TextField } from '../../../ui/fields/fields.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, PlainList } from '../../../ui/layout/boxes.tsx';
import { signUpText as text } from '../text.ts';

export type Provider = ResponseOf<'listClients'>[number];

/** Maximum number of matches shown; a longer search has fewer. */
const shownAtMost = 6;

/** "search and choose a healthcare provider (Change button)". Enter in the search chooses the first match. */
export function ProviderChoice(props: {
  providers: readonly Provider[];
  chosen: Provider | null;
  onChoose(provider: Provider | null): void;
}) {
  const { providers, chosen, onChoose } = props;
  const [search, setSearch] = useState('');
  if (chosen) {
    return (
      <Field label={text.provider}>
        {({ labelId }) => (
          <Inline
            role="group"
            aria-labelledby={labelId}
            gap={1.5}
            sx={{
              minHeight: 44,
              py: 0.5,
              pl: 1.75,
              pr: 0.5,
              border: '1px solid',
              borderColor: 'field.border',
              borderRadius: 1,
              bgcolor: 'teal.soft',
            }}
          >
            <Icon name="check" sx={{ color: 'primary.main' }} />
            <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>{chosen.Client_Name}</Typography>
            <Button variant="text" onClick={() => onChoose(null)}>
              {text.change}
            </Button>
          </Inline>
        )}
      </Field>
    );
  }
  const words = searchWords(search);
  const found = providers.filter(({ Client_Name }) => hasWords(searchText(Client_Name), words)).slice(0, shownAtMost);
  const choose = (provider: Provider) => {
    // Change starts a new search.
    setSearch('');
    onChoose(provider);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || words.length === 0 || !first || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    choose(first);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }} onKeyDown={onKeyDown}>
      <TextField
        label={text.provider}
        placeholder={text.searchProvider}
        value={search}
        onChange={setSearch}
        autoComplete="off"
        autoFocus
        maxLength={100}
        startAdornment={<Icon name="search" sx={{ color: 'text.secondary', mr: 1 }} />}
      />
      {words.length === 0 ? null : (
        <PlainList aria-label={text.provider} sx={{ display: 'grid', gap: 0.5 }}>
          {found.map((provider) => (
            <li key={provider.Client_ID}>
              <Button
                variant="outlined"
                fullWidth
                sx={{ justifyContent: 'flex-start' }}
                onClick={() => choose(provider)}
              >
                {provider.Client_Name}
              </Button>
            </li>
          ))}
        </PlainList>
      )}
      {words.length > 0 && found.length === 0 ? (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {text.noProvider}
        </Typography>
      ) : null}
    </Box>
  );
}

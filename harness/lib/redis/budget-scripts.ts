/**
 * Scripts of the shared budget, which Redis runs as one step each. KEYS[1] is a hash: `cost` (micro-dollars, so that Redis adds whole
 * numbers) and `tokens` are the sums, `part:PROCESS` is what one process has added to them, as four totals that only grow:
 * cost and tokens reserved, cost and tokens given back. KEYS[2] is a hash of open reservations.
 *
 * Each process sends its totals with each call. If Redis has lost data, they are larger than what it finds, and the difference is added again.
 */

/** `raise` returns whether a total of the process was smaller. */
const PARTS = `
local function part(process)
  local text = redis.call('HGET', KEYS[1], 'part:' .. process) or ''
  local found = {}
  for number in string.gmatch(text, '%d+') do found[#found + 1] = tonumber(number) end
  for index = #found + 1, 4 do found[index] = 0 end
  return found
end
local function whole(number) return string.format('%.0f', number) end
local function raise(process, totals)
  local before, after, grew = part(process), {}, 0
  for index = 1, 4 do
    after[index] = math.max(before[index], totals[index])
    if after[index] > before[index] then grew = 1 end
  end
  if grew == 0 then return 0 end
  local growth = function(index) return after[index] - before[index] end
  redis.call('HINCRBY', KEYS[1], 'cost', whole(growth(1) - growth(3)))
  redis.call('HINCRBY', KEYS[1], 'tokens', whole(growth(2) - growth(4)))
  local texts = {}
  for index = 1, 4 do texts[index] = whole(after[index]) end
  redis.call('HSET', KEYS[1], 'part:' .. process, table.concat(texts, ' '))
  return 1
end
local function totals(start)
  local found = {}
  for index = 1, 4 do found[index] = tonumber(ARGV[start + index - 1]) end
  return found
end
`

/**
 * Adds the estimate of a call, unless a limit does not allow it. ARGV: process, its totals, call, cost, tokens, and the limits or ''.
 * Returns 0, or 1 or 2 for the limit of cost or tokens, and the sums before the call.
 */
export const RESERVE = `${PARTS}
local process = ARGV[1]
raise(process, totals(2))
local sums = redis.call('HMGET', KEYS[1], 'cost', 'tokens')
local cost, tokens = tonumber(sums[1] or '0'), tonumber(sums[2] or '0')
if redis.call('HEXISTS', KEYS[2], ARGV[6]) == 1 then return {0, cost, tokens} end
if ARGV[9] ~= '' and cost + tonumber(ARGV[7]) > tonumber(ARGV[9]) then return {1, cost, tokens} end
if ARGV[10] ~= '' and tokens + tonumber(ARGV[8]) > tonumber(ARGV[10]) then return {2, cost, tokens} end
local now = part(process)
raise(process, {now[1] + tonumber(ARGV[7]), now[2] + tonumber(ARGV[8]), now[3], now[4]})
redis.call('HSET', KEYS[2], ARGV[6], process)
return {0, cost, tokens}
`

/** Ends a reservation. ARGV: process, its totals with those of this call, call. */
export const SETTLE = `${PARTS}
redis.call('HDEL', KEYS[2], ARGV[6])
return raise(ARGV[1], totals(2))
`

/**
 * Adds what Redis has lost. ARGV: the reason of a refusal or '', and for each process that is known, it and its totals.
 * Returns whether something was lost, and the whole hash.
 */
export const RESTORE = `${PARTS}
local lost = 0
for index = 2, #ARGV, 5 do
  if raise(ARGV[index], totals(index + 1)) == 1 then lost = 1 end
end
if ARGV[1] ~= '' then redis.call('HSETNX', KEYS[1], 'stopped', ARGV[1]) end
return {lost, redis.call('HGETALL', KEYS[1])}
`

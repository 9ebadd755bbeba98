-- The query mix: a random window of 400 EUR of rent and 30 m² of area, two unit types, pages 1 to
-- 3. With the argument "facets", the request includes facets; with "gzip", the client accepts
-- compression.
local types = { "APARTMENT", "HOUSE", "ROOM", "OTHER" }
local headers = { ["Content-Type"] = "application/json" }
local body = '{"price":{"min":%d,"max":%d},"area":{"min":%d,"max":%d},"unitTypes":["%s","%s"],"page":%d'
local ending = "}"

function init(args)
  -- The same searches in every round.
  math.randomseed(20)
  if args[1] == "facets" then ending = ',"facets":true}' end
  if args[1] == "gzip" then headers["Accept-Encoding"] = "gzip" end
end

function request()
  local rent, area = math.random(200, 900), math.random(8, 60)
  local first = math.random(4)
  local second = (first + math.random(3) - 1) % 4 + 1
  local text = body:format(rent, rent + 400, area, area + 30, types[first], types[second], math.random(0, 2))
  return wrk.format("POST", "/api/v1/listings/search", headers, text .. ending)
end

dofile("search/result.lua")

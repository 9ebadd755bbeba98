-- Log-ins of the e-mail given as the script's argument, with a wrong password.
local request_text

function init(arguments)
  local text = ('{"email":"%s","password":"not the password"}'):format(arguments[1])
  request_text = wrk.format("POST", "/api/v1/authenticate", { ["Content-Type"] = "application/json" }, text)
end

function request()
  return request_text
end

# Every object that ns makes asks its classes, nearest first, for the defaults of its variables:
# this is most of the work of making it. To try, and have Tcl raise an error where a class has none,
# costs ten times as much as to ask. What is found is the same.
SplitObject instproc init-instvar var {
	set classes [$self info class]
	while { "$classes" != "" && "$classes" != "SplitObject" } {
		foreach class $classes {
			if { [$class info vars $var] != "" && ![catch { $class set $var } value] } {
				$self set $var $value
				return
			}
		}
		set parents ""
		foreach class $classes {
			if { $classes != "SplitObject" && $classes != "Object" } {
				set parents "$parents [$class info superclass]"
			}
		}
		set classes $parents
	}
	$self warn-instvar [$self info class]::$var
}
